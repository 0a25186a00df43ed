#define _GNU_SOURCE
#include "cplatform.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>

/* ---- the terminal to give back ---- */

enum { idle, armed, restoring };

static int state = idle; /* touched by atomic operations only: two threads may crash at once */
static pid_t restorer;
static struct termios saved;
static int tty_fd = -1, drawing_fd = -1, log_fd = -1, real_fd = -1;
static int own_fd = -1;  /* the same terminal, for nobody but give_back */
static int null_fd = -1; /* where everybody else's drawing goes from then on */
static char restore_bytes[512];
static size_t restore_count;

/* A terminal that is not read takes no bytes for ever: ask first, and never wait for long. */
static void tell(int fd, const char *bytes, size_t count) {
  while (count > 0) {
    struct pollfd ready = {fd, POLLOUT, 0};
    if (poll(&ready, 1, 200) <= 0) return;
    ssize_t done = write(fd, bytes, count);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return;
    bytes += done;
    count -= (size_t)done;
  }
}

static void give_back(void) {
  int expected = armed;
  if (!__atomic_compare_exchange_n(
          &state, &expected, restoring, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    /* Another thread is at it and will end the process; ending now would cut it off. */
    if (expected == restoring && restorer != gettid())
      for (;;) pause();
    return;
  }
  restorer = gettid();
  /* The other threads go on until the process ends: what they draw now must reach nobody. */
  if (drawing_fd >= 0) dup2(null_fd, drawing_fd);
  dup2(null_fd, tty_fd);
  tell(own_fd, restore_bytes, restore_count);
  tcsetattr(own_fd, TCSANOW, &saved);
  if (log_fd >= 0 && real_fd >= 0) {
    char chunk[1024];
    size_t at = 0, end = crash_said_count(log_fd);
    while (at < end) {
      size_t most = end - at < sizeof chunk ? end - at : sizeof chunk;
      ssize_t count = pread(log_fd, chunk, most, (off_t)at);
      if (count <= 0) break;
      tell(real_fd, chunk, (size_t)count);
      at += (size_t)count;
    }
  }
  __atomic_store_n(&state, idle, __ATOMIC_SEQ_CST);
}

static void on_crash(int number) { /* SA_RESETHAND: the default is back already */
  give_back();
  raise(number);
}

static int install_crash_handlers(void) {
  static const int fatal[] = {SIGSEGV, SIGBUS,  SIGILL, SIGTRAP,
                              SIGFPE,  SIGABRT, SIGSYS, SIGQUIT};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
    if (sigaction(fatal[i], &action, 0) != 0) return -1;
  return 0;
}

int crash_arm(
    int tty, int drawing, const struct termios *settings, const void *restore, size_t count,
    int log, int real) {
  static int has_exit_handler;
  crash_disarm();
  if (count > sizeof restore_bytes) {
    errno = E2BIG;
    return -1;
  }
  if (settings != NULL)
    saved = *settings;
  else if (tcgetattr(tty, &saved) != 0)
    return -1;
  own_fd = fcntl(tty, F_DUPFD_CLOEXEC, 3);
  if (null_fd < 0) null_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (own_fd < 0 || null_fd < 0) return -1;
  tty_fd = tty;
  drawing_fd = drawing;
  log_fd = log;
  real_fd = real;
  memcpy(restore_bytes, restore, count);
  restore_count = count;
  if (!has_exit_handler) {
    has_exit_handler = 1;
    if (atexit(give_back) != 0) return -1;
  }
  if (crash_stack_here() != 0 || install_crash_handlers() != 0) return -1;
  __atomic_store_n(&state, armed, __ATOMIC_SEQ_CST);
  return 0;
}

void crash_disarm(void) {
  __atomic_store_n(&state, idle, __ATOMIC_SEQ_CST);
  if (own_fd >= 0) close(own_fd);
  own_fd = -1;
}

int crash_stack_here(void) {
  static _Thread_local int has;
  if (has) return 0;
  size_t size = 64 * 1024;
  stack_t stack;
  memset(&stack, 0, sizeof stack);
  stack.ss_sp = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.ss_sp == MAP_FAILED) return -1;
  stack.ss_size = size;
  if (sigaltstack(&stack, 0) != 0) return -1;
  has = 1;
  return 0;
}

int crash_memory_file(void) {
  int file = memfd_create("said", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return file;
  /* Empty pages cost nothing; the seal makes a write behind them an error of the writer. */
  if (ftruncate(file, 4 << 20) != 0 || fcntl(file, F_ADD_SEALS, F_SEAL_GROW) != 0) {
    close(file);
    return -1;
  }
  return file;
}

size_t crash_said_count(int log) {
  off_t count = lseek(log, 0, SEEK_CUR);
  return count > 0 ? (size_t)count : 0;
}

/* ---- signals as bytes ---- */

static int pipe_ends[2] = {-1, -1};
static int heard_numbers[72];
static int heard_count;
static volatile sig_atomic_t ending, was_continued;

static void on_signal(int number) {
  int before = errno;
  unsigned char byte = (unsigned char)number;
  if (number == SIGCONT) was_continued = 1;
  if (number != SIGWINCH && number != SIGTSTP && number != SIGCONT) {
    if (!ending) alarm(1);
    ending = number;
  }
  ssize_t ignored = write(pipe_ends[1], &byte, 1); /* full: the reader has enough to do */
  (void)ignored;
  errno = before;
}

static void on_countdown(int number) {
  /* Nothing was counting: somebody else's alarm, which asks for an end as the others do. */
  if (!ending) return on_signal(number);
  give_back();
  _exit(128 + ending);
}

static int listen_to(int number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  return sigaction(number, &action, 0);
}

/* Every signal that ends a process unless it is heard, but for crashes and SIGALRM. */
static int ending_signals(int *numbers, int room) {
  static const int named[] = {SIGTERM, SIGHUP,  SIGINT,  SIGUSR1, SIGUSR2,   SIGXCPU,
                              SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO,   SIGPWR,    SIGSTKFLT};
  int count = 0;
  for (size_t i = 0; i < sizeof named / sizeof *named && count < room; i++)
    numbers[count++] = named[i];
  for (int number = SIGRTMIN; number <= SIGRTMAX && count < room; number++)
    numbers[count++] = number;
  return count;
}

int bell_make(void) {
  return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

long read_without_waiting(int descriptor, void *room, size_t size) {
  struct iovec piece = {room, size};
  return preadv2(descriptor, &piece, 1, 0, RWF_NOWAIT);
}

int signals_to_pipe(const int *numbers, int count) {
  if (count > (int)(sizeof heard_numbers / sizeof *heard_numbers) - 64) {
    errno = EINVAL;
    return -1;
  }
  if (pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  heard_count = ending_signals(heard_numbers, 64);
  for (int i = 0; i < count; i++) heard_numbers[heard_count++] = numbers[i];
  for (int i = 0; i < heard_count; i++)
    if (listen_to(heard_numbers[i], on_signal) != 0) return -1;
  if (listen_to(SIGALRM, on_countdown) != 0) return -1;
  return pipe_ends[0];
}

static int end_pipe = -1;
static volatile sig_atomic_t is_ending;

static void on_end_signal(int number) {
  if (is_ending) {
    /* A terminal that goes sends SIGHUP twice, and a service manager sends it behind SIGTERM. */
    if (number == SIGHUP) return;
    if (is_ending == number) _exit(128 + number); /* asked twice: not to be kept waiting */
    is_ending = number;
    return;
  }
  is_ending = number;
  int before = errno;
  unsigned char byte = (unsigned char)number;
  ssize_t ignored = write(end_pipe, &byte, 1);
  (void)ignored;
  errno = before;
}

int end_signals_to_pipe(void) {
  int ends[2], numbers[65];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  end_pipe = ends[1];
  int count = ending_signals(numbers, 64);
  numbers[count++] = SIGALRM;
  for (int i = 0; i < count; i++) {
    struct sigaction before;
    /* What was ignored when we were started, as nohup does, stays so. */
    if (sigaction(numbers[i], 0, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    if (listen_to(numbers[i], on_end_signal) != 0) return -1;
  }
  return ends[0];
}

void signals_release(void) {
  /* The recording is ended now: the second SIGHUP of a terminal that goes must not cut it off. */
  for (int i = 0; i < heard_count; i++)
    signal(heard_numbers[i], heard_numbers[i] == SIGHUP ? SIG_IGN : SIG_DFL);
  heard_count = 0;
  for (int i = 0; i < 2; i++)
    if (pipe_ends[i] >= 0) close(pipe_ends[i]);
  pipe_ends[0] = pipe_ends[1] = -1;
}

int signals_stop(int job) {
  was_continued = 0;
  /* raise(), not kill(): sent to the process, the stop may reach another thread first, and this
     one would go on for a moment and take the terminal again. */
  if (!job) {
    raise(SIGSTOP);
    return 1;
  }
  /* SIGTSTP, not SIGSTOP: the system drops it where nobody could continue the job. The others of
     the job first, this process last. */
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  signal(SIGTSTP, SIG_IGN);
  kill(0, SIGTSTP);
  signal(SIGTSTP, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &stop, &before); /* a worker thread may hear no signals at all */
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  listen_to(SIGTSTP, on_signal);
  /* Another thread may be the one that hears SIGCONT, a moment later. */
  for (int left = 50; left > 0 && !was_continued; left--) poll(0, 0, 1);
  return was_continued ? 1 : 0;
}

/* ---- memory ---- */

void memory_bound(void) {
  /* Each arena keeps the freed memory below its last used block; glibc makes eight a processor. */
  mallopt(M_ARENA_MAX, 2);
  /* A threshold that is set stays fixed. Otherwise each large block that is freed raises it, up to
     32 MiB, and the next blocks of that size stay in an arena. */
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
}

void memory_trim(void) { malloc_trim(0); }
