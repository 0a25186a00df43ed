/* Shows the frames of HTTP/2, which libcurl keeps to itself.

   libcurl reports success for some responses whose stream never ended: a broken frame behind the
   data, a reset before the connection closes. nghttp2 tells libcurl of each frame through a
   function that libcurl registers with it. libcurl's reference to that registration is replaced
   here, in libcurl's own table of addresses, by one that registers a function in front. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#pragma GCC visibility push(hidden)
#include "shim.h"

/* The public head of every frame of nghttp2's. */
struct frame {
  size_t length;
  int32_t stream;
  uint8_t type, flags, reserved;
  size_t padding; /* of DATA frames */
};
enum { data_frame = 0, headers_frame = 1, end_of_stream = 1 };

typedef int (*frame_fn)(void *session, const struct frame *frame, void *user);
static void (*set_frame_fn)(void *callbacks, frame_fn function);
static void *(*user_of_stream)(void *session, int32_t stream);

/* Transfers of other code in this process run on other threads and are left alone. */
static _Thread_local cc_stream_fn watcher;
static _Thread_local void *watcher_context;

void cc_watch_streams(cc_stream_fn function, void *context) {
  watcher = function;
  watcher_context = context;
}

static int show(frame_fn next, void *session, const struct frame *frame, void *user) {
  if (watcher && (frame->type == data_frame || frame->type == headers_frame)) {
    size_t length = frame->type == data_frame ? frame->length - frame->padding : 0;
    void *easy = user_of_stream(session, frame->stream);
    if (easy) watcher(watcher_context, easy, length, frame->flags & end_of_stream);
  }
  return next(session, frame, user);
}

/* libcurl registers one function for servers and, from 8.1 on, one for proxies. */
static frame_fn first, second;
static int sees_first(void *session, const struct frame *frame, void *user) {
  return show(first, session, frame, user);
}
static int sees_second(void *session, const struct frame *frame, void *user) {
  return show(second, session, frame, user);
}

static pthread_mutex_t registering = PTHREAD_MUTEX_INITIALIZER;

static void registers(void *callbacks, frame_fn function) {
  pthread_mutex_lock(&registering);
  if (!first) first = function;
  if (!second && function != first) second = function;
  frame_fn shown = function == first ? sees_first : function == second ? sees_second : function;
  pthread_mutex_unlock(&registering);
  set_frame_fn(callbacks, shown);
}

static const char wanted[] = "nghttp2_session_callbacks_set_on_frame_recv_callback";

/* What the dynamic section of a library says of its references. */
struct references {
  const ElfW(Rela) *entries[2];
  size_t sizes[2];
  const ElfW(Sym) *symbols;
  const char *names;
};

static struct references read_references(const ElfW(Dyn) *entry, ElfW(Addr) base) {
  struct references found = {0};
  for (; entry->d_tag != DT_NULL; entry++) {
    /* The loader has added the base, but not on every processor. */
    ElfW(Addr) address = entry->d_un.d_ptr < base ? entry->d_un.d_ptr + base : entry->d_un.d_ptr;
    switch (entry->d_tag) {
      case DT_JMPREL: found.entries[0] = (const void *)address; break;
      case DT_PLTRELSZ: found.sizes[0] = entry->d_un.d_val; break;
      case DT_RELA: found.entries[1] = (const void *)address; break;
      case DT_RELASZ: found.sizes[1] = entry->d_un.d_val; break;
      case DT_SYMTAB: found.symbols = (const void *)address; break;
      case DT_STRTAB: found.names = (const void *)address; break;
    }
  }
  return found;
}

/* The place of the address that a library calls for a name; NULL where it has none. */
static void **place_of(const char *name, const struct references *in, ElfW(Addr) base) {
  for (int table = 0; table < 2 && in->symbols && in->names; table++) {
    const ElfW(Rela) *entry = in->entries[table];
    for (size_t left = entry ? in->sizes[table] / sizeof *entry : 0; left; left--, entry++) {
      const ElfW(Sym) *symbol = &in->symbols[ELF64_R_SYM(entry->r_info)];
      if (ELF64_R_SYM(entry->r_info) && !strcmp(in->names + symbol->st_name, name))
        return (void **)(base + entry->r_offset);
    }
  }
  return 0;
}

/* Overwrites the place, in memory that the loader has made read-only. */
static int replace_in(struct dl_phdr_info *library, size_t size, void *base) {
  (void)size;
  if (library->dlpi_addr != *(ElfW(Addr) *)base) return 0;
  struct references references = {0};
  ElfW(Addr) locked = 0, locked_end = 0;
  for (int index = 0; index < library->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &library->dlpi_phdr[index];
    ElfW(Addr) address = library->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_DYNAMIC)
      references = read_references((const void *)address, library->dlpi_addr);
    if (part->p_type == PT_GNU_RELRO) locked = address, locked_end = address + part->p_memsz;
  }
  void **place = place_of(wanted, &references, library->dlpi_addr);
  if (!place) return 0;
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  void *start = (void *)((uintptr_t)place & ~(page - 1));
  /* The loader locks whole pages only. */
  locked_end &= ~(ElfW(Addr))(page - 1);
  int is_locked = (ElfW(Addr))place >= locked && (ElfW(Addr))place < locked_end;
  if (is_locked && mprotect(start, page, PROT_READ | PROT_WRITE)) return 0;
  *place = (void *)registers;
  if (is_locked) mprotect(start, page, PROT_READ);
  return 1;
}

/* Where this fails, no frame is shown, and the end of each response counts as not seen. */
void cc_show_frames(void *library) {
  struct link_map *map = 0;
  set_frame_fn = (void (*)(void *, frame_fn))dlsym(library, wanted);
  user_of_stream =
      (void *(*)(void *, int32_t))dlsym(library, "nghttp2_session_get_stream_user_data");
  if (!set_frame_fn || !user_of_stream || dlinfo(library, RTLD_DI_LINKMAP, &map)) return;
  ElfW(Addr) base = map->l_addr;
  dl_iterate_phdr(replace_in, &base);
}
