/* Test Anything Protocol for C unit tests.
 *
 * The main of a test file calls tap_run() for each test function, which makes
 * any number of checks and gives one line of TAP, and returns tap_finish(). */
#ifndef WB_TESTS_TAP_H
#define WB_TESTS_TAP_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tap {
  int run, failed;
  bool current_failed;
  char skip[256]; /* why, or "" */
};

static struct tap tap_state;

/* What has not happened by then never does, on the busiest machine. */
enum { TAP_HANG_MS = 180000 };

/* Programs that a test starts are those of its own build, and keep nothing
 * between tests but where a test says so. */
__attribute__((constructor)) static inline void tap_surroundings(void) {
#ifdef WB_TEST_BUILD
  setenv("WORKBENCH_LIBEXEC", WB_TEST_BUILD, 0);
#endif
  setenv("WORKBENCH_CACHE", "off", 0);
}

static inline bool tap_check_at(bool ok, const char *file, int line, const char *text) {
  if (!ok) {
    tap_state.current_failed = true;
    printf("# %s:%d: failed: %s\n", file, line, text);
  }
  return ok;
}

static inline bool tap_string_at(const char *got, const char *expected, const char *file,
                                 int line) {
  bool same = got == expected || (got != NULL && expected != NULL && strcmp(got, expected) == 0);
  if (!same) {
    tap_state.current_failed = true;
    printf("# %s:%d: got \"%s\", expected \"%s\"\n", file, line, got != NULL ? got : "(null)",
           expected != NULL ? expected : "(null)");
  }
  return same;
}

static inline bool tap_int_at(long long got, long long expected, const char *file, int line,
                              const char *text) {
  if (got != expected) {
    tap_state.current_failed = true;
    printf("# %s:%d: %s is %lld, expected %lld\n", file, line, text, got, expected);
  }
  return got == expected;
}

#define CHECK(condition) tap_check_at((condition), __FILE__, __LINE__, #condition)
/* Where no good test comes: `what` is wrong, in words. */
#define CHECK_NEVER(what) tap_check_at(false, __FILE__, __LINE__, what)
#define CHECK_STRING(got, expected) tap_string_at((got), (expected), __FILE__, __LINE__)
#define CHECK_INT(got, expected) \
  tap_int_at((long long)(got), (long long)(expected), __FILE__, __LINE__, #got)

/* Inside a test function: the rest cannot run here. Follow it with return. */
static inline void tap_skip(const char *reason) {
  size_t length = strnlen(reason, sizeof tap_state.skip - 1);
  memcpy(tap_state.skip, reason, length);
  tap_state.skip[length] = '\0';
}

static inline void tap_run(const char *sentence, void (*test)(void)) {
  tap_state.current_failed = false;
  tap_state.skip[0] = '\0';
  test();
  tap_state.run++;
  if (tap_state.current_failed) tap_state.failed++;
  printf("%sok %d - %s%s%s\n", tap_state.current_failed ? "not " : "", tap_state.run, sentence,
         tap_state.skip[0] != '\0' ? " # SKIP " : "", tap_state.skip);
  fflush(stdout);
}

static inline int tap_finish(void) {
  printf("1..%d\n", tap_state.run);
  return tap_state.failed > 0 ? 1 : 0;
}

#endif
