/* libcurl's functions under their own names, each a door that leads into the real library.

   Debian's libcurl brings thirty libraries along: loading them takes longer than all else that the
   program does before its first frame, and most of its commands send nothing. So it is no library
   of the program's, which the loader would open before main, but is opened by cc_open(). Every
   handle comes from a call behind it: nothing can come here before. */

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seen inside the program only: libcurl calls functions of its own, and shall not come here. */
#pragma GCC visibility push(hidden)
#include "shim.h"

#undef curl_easy_getinfo
#undef curl_easy_setopt
#undef curl_multi_setopt
#undef curl_share_setopt

/* The options of the three that take any kind of argument are handed on as one word. */
_Static_assert(
    sizeof(void *) == 8 && sizeof(long) == 8 && sizeof(curl_off_t) == 8,
    "pointers, numbers and offsets are passed alike on 64 bits only");

#define DOORS(DOOR) \
  DOOR(curl_easy_cleanup) \
  DOOR(curl_easy_getinfo) \
  DOOR(curl_easy_init) \
  DOOR(curl_easy_pause) \
  DOOR(curl_easy_perform) \
  DOOR(curl_easy_recv) \
  DOOR(curl_easy_send) \
  DOOR(curl_easy_setopt) \
  DOOR(curl_easy_strerror) \
  DOOR(curl_global_init_mem) \
  DOOR(curl_multi_add_handle) \
  DOOR(curl_multi_cleanup) \
  DOOR(curl_multi_info_read) \
  DOOR(curl_multi_init) \
  DOOR(curl_multi_remove_handle) \
  DOOR(curl_multi_setopt) \
  DOOR(curl_multi_socket_action) \
  DOOR(curl_multi_socket_all) \
  DOOR(curl_multi_strerror) \
  DOOR(curl_share_cleanup) \
  DOOR(curl_share_init) \
  DOOR(curl_share_setopt) \
  DOOR(curl_slist_append) \
  DOOR(curl_slist_free_all) \
  DOOR(curl_version_info)

#define DOOR(name) __typeof__(&name) name;
static struct { DOORS(DOOR) } real;
#undef DOOR

static void *library;
static char problem[512];

/* The name stands for libcurl 7.16 and everything since: its interface has not changed. */
static const char library_name[] = "libcurl.so.4";

/* Each transfer takes one block for what it reads, and gives it back. It is so large that the C
   library puts its free memory in order each time: a few of them are kept for the next ones. */
enum { block = 61 << 10, slack = 1 << 10, most_blocks = 16 };
static _Atomic(void *) blocks[most_blocks];

static void *take(size_t size) {
  if (size <= block - slack || size > block) return malloc(size);
  for (int place = 0; place < most_blocks; place++) {
    if (!atomic_load_explicit(&blocks[place], memory_order_relaxed)) continue;
    void *kept = atomic_exchange(&blocks[place], NULL);
    if (kept) return kept;
  }
  return malloc(block);
}

static void give(void *memory) {
  size_t size = memory ? malloc_usable_size(memory) : 0;
  if (size < block || size >= block + slack) return free(memory);
  for (int place = 0; place < most_blocks; place++) {
    void *none = NULL;
    if (!atomic_load_explicit(&blocks[place], memory_order_relaxed) &&
        atomic_compare_exchange_strong(&blocks[place], &none, memory))
      return;
  }
  free(memory);
}

/* In frames.c. */
void cc_show_frames(void *library);

static void open_library(void) {
  library = dlopen(library_name, RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    snprintf(problem, sizeof problem, "%s", dlerror());
    return;
  }
#define DOOR(name) \
  if (!(real.name = (__typeof__(&name))dlsym(library, #name))) \
    snprintf(problem, sizeof problem, "%s has no %s: it is too old", library_name, #name);
  DOORS(DOOR)
#undef DOOR
  if (!problem[0] && real.curl_global_init_mem(
          CURL_GLOBAL_ALL, take, give, realloc, strdup, calloc) != CURLE_OK)
    snprintf(problem, sizeof problem, "%s: it could not be set up", library_name);
  if (!problem[0]) cc_show_frames(library);
}

const char *cc_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_library);
  return problem[0] ? problem : 0;
}

/* One argument, whatever its kind: that is what libcurl takes from these calls. */
#define HAND_ON(function, handle, option) \
  va_list arguments; \
  va_start(arguments, option); \
  void *argument = va_arg(arguments, void *); \
  va_end(arguments); \
  return real.function(handle, option, argument)

CURLcode curl_easy_setopt(CURL *easy, CURLoption option, ...) {
  HAND_ON(curl_easy_setopt, easy, option);
}
CURLcode curl_easy_getinfo(CURL *easy, CURLINFO info, ...) {
  HAND_ON(curl_easy_getinfo, easy, info);
}
CURLMcode curl_multi_setopt(CURLM *multi, CURLMoption option, ...) {
  HAND_ON(curl_multi_setopt, multi, option);
}
CURLSHcode curl_share_setopt(CURLSH *share, CURLSHoption option, ...) {
  HAND_ON(curl_share_setopt, share, option);
}

CURL *curl_easy_init(void) { return real.curl_easy_init(); }
void curl_easy_cleanup(CURL *easy) { real.curl_easy_cleanup(easy); }
CURLcode curl_easy_pause(CURL *easy, int mask) { return real.curl_easy_pause(easy, mask); }
CURLcode curl_easy_perform(CURL *easy) { return real.curl_easy_perform(easy); }
CURLcode curl_easy_recv(CURL *easy, void *buffer, size_t length, size_t *count) {
  return real.curl_easy_recv(easy, buffer, length, count);
}
CURLcode curl_easy_send(CURL *easy, const void *buffer, size_t length, size_t *count) {
  return real.curl_easy_send(easy, buffer, length, count);
}
const char *curl_easy_strerror(CURLcode code) { return real.curl_easy_strerror(code); }

CURLM *curl_multi_init(void) { return real.curl_multi_init(); }
CURLMcode curl_multi_cleanup(CURLM *multi) { return real.curl_multi_cleanup(multi); }
CURLMcode curl_multi_add_handle(CURLM *multi, CURL *easy) {
  return real.curl_multi_add_handle(multi, easy);
}
CURLMcode curl_multi_remove_handle(CURLM *multi, CURL *easy) {
  return real.curl_multi_remove_handle(multi, easy);
}
CURLMcode curl_multi_socket_action(CURLM *multi, curl_socket_t socket, int bits, int *running) {
  return real.curl_multi_socket_action(multi, socket, bits, running);
}
CURLMcode curl_multi_socket_all(CURLM *multi, int *running) {
  return real.curl_multi_socket_all(multi, running);
}
CURLMsg *curl_multi_info_read(CURLM *multi, int *left) {
  return real.curl_multi_info_read(multi, left);
}
const char *curl_multi_strerror(CURLMcode code) { return real.curl_multi_strerror(code); }

CURLSH *curl_share_init(void) { return real.curl_share_init(); }
CURLSHcode curl_share_cleanup(CURLSH *share) { return real.curl_share_cleanup(share); }

struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text) {
  return real.curl_slist_append(list, text);
}
void curl_slist_free_all(struct curl_slist *list) { real.curl_slist_free_all(list); }
curl_version_info_data *curl_version_info(CURLversion age) { return real.curl_version_info(age); }
