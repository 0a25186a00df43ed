#ifndef CPLATFORM_H
#define CPLATFORM_H
#include <stddef.h>
#include <sys/epoll.h> /* Swift's Glibc lacks these two. */
#include <sys/eventfd.h>
#include <termios.h>

/* Signals, crashes and freed memory, for a program that holds a terminal. In C because a handler may
   call only what is safe inside a signal, and because some calls are GNU's own and unseen by Swift.
   The state here is the terminal to restore and nothing else. */

/// Remembers how to give the terminal back and installs the crash handlers (the first time).
///
/// `settings` is what `tty` gets back, NULL for its present ones; `restore` are the bytes that undo
/// what the screen switched on, and `tty` leads nowhere before they are sent, so that no other
/// thread draws on, nor does `drawing`, another descriptor of the same terminal (or -1), which is
/// led there first: `tty` may be led back to it at any moment; `log` is the file that stands in for stderr (or -1), `real` the stderr it is
/// replayed on. Answers 0, or -1 with errno.
int crash_arm(
    int tty, int drawing, const struct termios *settings, const void *restore, size_t count, int log,
    int real);

/// Forgets the terminal: it has been given back in the ordinary way.
void crash_disarm(void);

/// Gives the calling thread an alternate stack, so that its stack overflow can still be answered.
int crash_stack_here(void);

/// A file in memory for what is said on stdout and stderr while the screen is up: 4 MiB at most.
int crash_memory_file(void);

/// How much has been said in it, by everybody who shares the descriptor.
size_t crash_said_count(int log);

/// A descriptor that can be read once 8 bytes were written to it from anywhere; reads never wait.
int bell_make(void);

/// Reads what the system has of a file's start in memory; -1 where it would have to wait for it.
long read_without_waiting(int descriptor, void *room, size_t size);

/// Each of the signals becomes one byte, its number, to be read from the returned descriptor; so does
/// every signal that ends a process unless it is heard, but for crashes.
///
/// One of those also starts a countdown of one second: a program that hangs,
/// or whose terminal takes no more bytes, gives the terminal back and ends with 128 + the number.
int signals_to_pipe(const int *numbers, int count);

/// For a program without a terminal: the first signal that would end it becomes one byte, its number,
/// to be read from the returned descriptor; the same one again, but for SIGHUP, ends it at once.
int end_signals_to_pipe(void);

/// Gives the signals their default meaning back, but for SIGHUP, which is ignored from then on, and
/// closes the pipe.
void signals_release(void);

/// Stops the whole job as Ctrl-Z does (`job` not 0), or this process alone, until it is continued.
///
/// Answers 1 when it was stopped and continued, 0 when the system would not stop it: no shell
/// that could continue it is waiting above.
int signals_stop(int job);

/// Bounds the freed memory that the allocator keeps for later; called before threads start.
void memory_bound(void);

/// Gives freed memory back to the system, page by page.
void memory_trim(void);

#endif
