/* The peer without any Swift: a bare libcurl loop, one fresh easy handle a request. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static size_t swallow(char *bytes, size_t size, size_t count, void *total) {
  (void)bytes;
  *(size_t *)total += size * count;
  return size * count;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void start(CURLM *multi, const char *url, size_t *total) {
  CURL *easy = curl_easy_init();
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, swallow);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, total);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_multi_add_handle(multi, easy);
}

int main(int count, char **words) {
  if (count != 4) {
    fprintf(stderr, "usage: curl-loop URL CONCURRENCY SECONDS\n");
    return 1;
  }
  curl_global_init(CURL_GLOBAL_ALL);
  CURLM *multi = curl_multi_init();
  size_t total = 0;
  long done = 0;
  double begin = now(), end = begin + atof(words[3]);
  for (int i = atoi(words[2]); i > 0; i--) start(multi, words[1], &total);
  int running = 1;
  while (running) {
    curl_multi_perform(multi, &running);
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL *easy = message->easy_handle;
      if (message->data.result != CURLE_OK) return 1;
      done++;
      curl_multi_remove_handle(multi, easy);
      curl_easy_cleanup(easy);
      if (now() < end) {
        start(multi, words[1], &total);
        running = 1;
      }
    }
    if (running) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  printf("%.0f\n", (double)done / (now() - begin));
  curl_multi_cleanup(multi);
  return 0;
}
