#include "base/clock.h"

#include <time.h>

uint64_t wb_clock_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

double wb_elapsed_ms(uint64_t start_ns) { return (double)(wb_clock_ns() - start_ns) / 1e6; }

int wb_shorter_timeout(int a, int b) {
  if (a < 0 || b < 0) return a < 0 ? b : a;
  return a < b ? a : b;
}
