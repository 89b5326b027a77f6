/* What a long test leaves to other commits.
 *
 * `make check` runs a part of what is long: one item in PERIOD, chosen by the item's name and
 * by SAMPLE, the number of commits, which tests/run exports. The next commit's part is another
 * one: PERIOD commits in a row run every item. Without SAMPLE, as in `make check-all` and in a
 * test that is started by hand, everything runs. tests/sample.sh is the same for the shell.
 *
 * What was left out is one comment of the test, which tests/run gathers:
 *
 *   # left out: 1,234 of 1,600 kernels on PoCL */
#ifndef WB_TESTS_SAMPLE_H
#define WB_TESTS_SAMPLE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tap.h"

static inline bool sample_is_wanted(void) {
  const char *commits = getenv("SAMPLE");
  return commits != NULL && commits[0] != '\0';
}

/* 0 where everything runs. */
static inline uint64_t sample_commits(void) {
  return sample_is_wanted() ? strtoull(getenv("SAMPLE"), NULL, 10) : 0;
}

/* The hash that tests/sample.sh has, too: small enough for awk's numbers. A name that begins with a
 * number, as a puzzle's does, has that: then shares of a course are equal. */
static inline uint32_t sample_hash(const char *name) {
  uint32_t hash = 0;
  if (*name >= '0' && *name <= '9') return (uint32_t)(strtoull(name, NULL, 10) % 1000003);
  for (; *name != '\0'; name++) hash = (hash * 31 + (unsigned char)*name) % 1000003;
  return hash;
}

/* Whether the item belongs to the sample, one in `period`; 1 is all. */
static inline bool sample_takes(const char *name, uint32_t period) {
  return !sample_is_wanted() || (sample_hash(name) + sample_commits()) % period == 0;
}

/* The same for items that have numbers. */
static inline bool sample_takes_number(uint64_t number, uint32_t period) {
  return !sample_is_wanted() || (number + sample_commits()) % period == 0;
}

/* A number below `count` for an item of a sample, one in `period`: whenever the item is taken
 * again, it is the next one. */
static inline uint32_t sample_draw(const char *name, uint32_t period, uint32_t count) {
  return (uint32_t)((sample_hash(name) + sample_commits()) / period % count);
}

/* Up to 999,999,999. */
static inline void sample_print_number(size_t number) {
  if (number >= 1000000)
    printf("%zu,%03zu,%03zu", number / 1000000, number / 1000 % 1000, number % 1000);
  else if (number >= 1000)
    printf("%zu,%03zu", number / 1000, number % 1000);
  else
    printf("%zu", number);
}

/* Says how many of all `what` ("kernels on PoCL") were left out; nothing where none was. */
static inline void sample_say(size_t left_out, size_t all, const char *what) {
  if (left_out == 0) return;
  printf("# left out: ");
  sample_print_number(left_out);
  printf(" of ");
  sample_print_number(all);
  printf(" %s\n", what);
}

/* Sets takes[i] for the items of the sample, of which there is one at least, says what is left
 * out, and returns how many are taken. */
static inline size_t sample_choose(const char *const *names, size_t count, uint32_t period,
                                   const char *what, bool *takes) {
  size_t taken = 0;
  for (size_t i = 0; i < count; i++) taken += takes[i] = sample_takes(names[i], period);
  if (taken == 0 && count > 0) {
    takes[sample_commits() % count] = true;
    taken = 1;
  }
  sample_say(count - taken, count, what);
  return taken;
}

struct sample_test {
  const char *sentence;
  void (*test)(void);
};

enum { SAMPLE_MAX_TESTS = 64 };

/* Runs those of `tests`, at most SAMPLE_MAX_TESTS, that the sample has, by their sentences. */
static inline void sample_run(const struct sample_test *tests, size_t count, uint32_t period,
                              const char *what) {
  const char *names[SAMPLE_MAX_TESTS];
  bool takes[SAMPLE_MAX_TESTS];
  if (count > SAMPLE_MAX_TESTS) abort();
  for (size_t i = 0; i < count; i++) names[i] = tests[i].sentence;
  sample_choose(names, count, period, what, takes);
  for (size_t i = 0; i < count; i++)
    if (takes[i]) tap_run(tests[i].sentence, tests[i].test);
}

#endif
