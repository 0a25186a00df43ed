#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H
/* The type-check macros hide the functions from Swift. */
#define CURL_DISABLE_TYPECHECK 1
/* curl_multi_socket_all() looks where curl_multi_socket_action() has nothing to look at. */
#define CURL_DISABLE_DEPRECATION 1
#include <curl/curl.h>

/* Loads libcurl and sets it up, once; NULL, or why that could not be. Goes before every other call. */
const char *cc_open(void);

/* Called for each whole DATA and HEADERS frame of HTTP/2: the transfer, how many bytes of its body
   are in the frame, whether the stream ends with it. */
typedef void (*cc_stream_fn)(void *context, CURL *easy, size_t length, int is_end);
/* Sees the frames of all transfers of this thread; NULL takes the function back. */
void cc_watch_streams(cc_stream_fn function, void *context);

/* Swift cannot call variadic functions: one typed door for each kind of argument. */
typedef size_t (*cc_data_fn)(char *, size_t, size_t, void *);
typedef int (*cc_debug_fn)(CURL *, curl_infotype, char *, size_t, void *);
typedef int (*cc_seek_fn)(void *, curl_off_t, int);
typedef int (*cc_request_fn)(void *, char *, char *, int, int);
typedef int (*cc_close_fn)(void *, curl_socket_t);
typedef int (*cc_trailer_fn)(struct curl_slist **, void *);
typedef int (*cc_socket_fn)(void *, curl_socket_t, curlsocktype);
typedef int (*cc_watch_fn)(CURL *, curl_socket_t, int, void *, void *);
typedef int (*cc_timer_fn)(CURLM *, long, void *);

static inline CURLcode cc_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode cc_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode cc_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode cc_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode cc_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode cc_set_data_function(CURL *easy, CURLoption option, cc_data_fn function) {
  return curl_easy_setopt(easy, option, function);
}
static inline CURLcode cc_set_debug_function(CURL *easy, cc_debug_fn function) {
  return curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, function);
}
static inline CURLcode cc_set_seek_function(CURL *easy, cc_seek_fn function) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, function);
}
static inline CURLcode cc_set_request_function(CURL *easy, cc_request_fn function) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}
static inline CURLcode cc_set_socket_function(CURL *easy, cc_socket_fn function) {
  return curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, function);
}
static inline CURLcode cc_set_trailer_function(CURL *easy, cc_trailer_fn function) {
  return curl_easy_setopt(easy, CURLOPT_TRAILERFUNCTION, function);
}
static inline CURLcode cc_set_close_function(CURL *easy, cc_close_fn function) {
  return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, function);
}
static inline long cc_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}
static inline curl_off_t cc_get_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}
static inline const char *cc_get_text(CURL *easy, CURLINFO info) {
  char *value = 0;
  return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}
static inline struct curl_certinfo *cc_get_certificates(CURL *easy) {
  struct curl_certinfo *value = 0;
  return curl_easy_getinfo(easy, CURLINFO_CERTINFO, &value) == CURLE_OK ? value : 0;
}
static inline CURLMcode cc_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}
static inline void cc_multi_set_functions(
    CURLM *multi, cc_watch_fn watch, cc_timer_fn timer, void *context) {
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}
static inline CURLSHcode cc_share_connections(CURLSH *share) {
  return curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT);
}
static inline unsigned int cc_version_number(void) {
  return curl_version_info(CURLVERSION_NOW)->version_num;
}
static inline CURLcode cc_message_result(const CURLMsg *message) { return message->data.result; }
#endif
