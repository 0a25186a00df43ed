// The peer: simdjson's document model, with a new parser every time (what a body costs that comes
// once) and with a parser that keeps its memory (what it costs at best).
#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

static double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
  if (count != 4) {
    std::puts("usage: simdjson FILE RUNS cold|warm");
    return 1;
  }
  auto text = simdjson::padded_string::load(arguments[1]).value();
  const int runs = std::atoi(arguments[2]);
  const bool warm = arguments[3][0] == 'w';
  simdjson::dom::parser kept;
  std::vector<double> times;
  for (int run = 0; run <= runs; run++) {
    const double start = now();
    bool failed;
    if (warm) {
      failed = kept.parse(text).error();
    } else {
      simdjson::dom::parser fresh;
      failed = fresh.parse(text).error();
    }
    if (run > 0) times.push_back(now() - start);
    if (failed) {
      std::puts("broken");
      return 1;
    }
  }
  std::sort(times.begin(), times.end());
  std::printf("seconds %g bytes %zu\n", times[times.size() / 2], text.size());
  return 0;
}
