/* Compiling takes time that grows with the program, not faster: whatever its shape.
 *
 * Kernels are tests/bench/shapes'; the time is the processor's, of the compiler's process and its
 * clang. On a busy machine that is more than on a quiet one, though: where it looks too long, the
 * least of several measurements decides, and the smaller of two programs takes several times what
 * a program of nothing takes. Four times the accesses may take eleven times as long: what grows
 * with the square takes sixteen times, and what is exponential never ends. A sample has a quarter
 * of the shapes. */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "emulator/compile/compiler_protocol.h"
#include "sample.h"
#include "tap.h"

enum { LEAST = 60, FEW = 600, MANY = 4 * FEW, MOST_TIMES = 11, LIMIT_MS = 60000, PERIOD = 4 };

static double children_ms(void) {
  struct rusage used;
  getrusage(RUSAGE_CHILDREN, &used);
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 +
         (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3;
}

static bool make_kernel(const char *shape, int accesses, struct wb_str *text) {
  char piece[4096];
  char *command = wb_format("perl '%s/tests/bench/shapes' %s %d", WB_TEST_ROOT, shape, accesses);
  FILE *pipe = popen(command, "r");
  free(command);
  for (size_t got = 0; pipe != NULL && (got = fread(piece, 1, sizeof piece, pipe)) > 0;)
    wb_str_add_bytes(text, piece, got);
  return pipe != NULL && pclose(pipe) == 0 && text->length > 0;
}

/* One answer of a compiler of its own, which is gone afterwards. */
static enum wb_status ask_compiler(const struct wb_str *content, struct wb_compilation *made) {
  static const char *const ARGV[] = {WB_TEST_BUILD "/workbench-compiler", "--serve", "--in", NULL};
  struct wb_process process = {0};
  struct wb_str reply;
  int ends[2] = {-1, -1};
  enum wb_compiler_word word = WB_COMPILER_WORDS;
  wb_str_init(&reply);
  enum wb_status status = wb_socket_pair(ends, NULL);
  const struct wb_fd_map fds[] = {{1, 1}, {2, 2}, {ends[1], WB_COMPILER_FD}};
  const struct wb_spawn how = {.argv = ARGV, .fds = fds, .n_fds = 3, .die_with_parent = true};
  if (status == WB_OK) status = wb_process_spawn(&process, &how, NULL);
  close(ends[1]);
  if (status == WB_OK) status = wb_compiler_send(ends[0], WB_COMPILER_COMPILE, content, NULL);
  if (status == WB_OK)
    status = wb_compiler_receive(ends[0], wb_clock_ns() + LIMIT_MS * UINT64_C(1000000), &word,
                                 &reply, NULL);
  struct wb_reader in = wb_reader_of(reply.data, reply.length);
  if (status == WB_OK) wb_get_compilation(&in, made);
  close(ends[0]);
  if (status != WB_OK || wb_process_wait(&process, LIMIT_MS, NULL, NULL) != WB_OK)
    wb_process_kill(&process);
  wb_str_release(&reply);
  return status == WB_OK ? made->status : status;
}

/* Milliseconds; below 0 where it failed. */
static double compile_ms(const char *shape, int accesses, enum wb_tier tier) {
  struct wb_str text, content;
  struct wb_compilation made;
  wb_str_init(&text);
  wb_str_init(&content);
  wb_compilation_init(&made);
  bool there = make_kernel(shape, accesses, &text);
  const struct wb_build_request request = {.source = text.data,
                                           .length = text.length,
                                           .file_name = shape,
                                           .options = "",
                                           .time_limit_ms = LIMIT_MS};
  wb_put_tier(&content, tier);
  wb_put_build_request(&content, &request);
  const double before = children_ms();
  enum wb_status status = there ? ask_compiler(&content, &made) : WB_ERR_NOT_FOUND;
  const double took = children_ms() - before;
  if (status != WB_OK)
    printf("# %s of %d accesses: %s%s\n", shape, accesses, made.error.message, made.log.data);
  wb_compilation_release(&made);
  wb_str_release(&content);
  wb_str_release(&text);
  return status == WB_OK ? took : -1;
}

/* ---- comparing ---- */

/* A time as it is known after some measurements: the least, since everything else that goes on
 * can only add to it. */
struct timing {
  const char *shape;
  int accesses;
  enum wb_tier tier;
  double ms; /* 0: not measured yet; below 0: it failed */
};

static void measure(struct timing *timing) {
  const double ms = compile_ms(timing->shape, timing->accesses, timing->tier);
  if (timing->ms == 0 || ms < timing->ms) timing->ms = ms;
}

/* Measures all three `tries` times; whether `many` takes at most `times` as long as `some`, both
 * without `least`. */
static bool holds(struct timing *least, struct timing *some, struct timing *many, double times,
                  int tries) {
  bool failed = false;
  for (int i = 0; i < tries && !failed; i++) {
    measure(least);
    measure(some);
    measure(many);
    failed = least->ms < 0 || some->ms < 0 || many->ms < 0;
  }
  printf("# %s: %.0f ms, %s of %d accesses %.0f more, %s of %d %.0f more\n", least->shape,
         least->ms, some->shape, some->accesses, some->ms - least->ms, many->shape, many->accesses,
         many->ms - least->ms);
  return !failed && many->ms - least->ms <= times * (some->ms - least->ms);
}

/* The second answer is the last, whatever single measurements on the way to it would say. */
static bool is_within(struct timing *least, struct timing *some, struct timing *many,
                      double times) {
  enum { MORE_TRIES = 4 };
  return holds(least, some, many, times, 1) || holds(least, some, many, times, MORE_TRIES);
}

static struct timing quick(const char *shape, int accesses) {
  return (struct timing){shape, accesses, WB_TIER_QUICK, 0};
}

/* ---- the tests ---- */

static void check_growth(const char *shape) {
  struct timing least = quick(shape, LEAST), some = quick(shape, FEW), many = quick(shape, MANY);
  CHECK(is_within(&least, &some, &many, MOST_TIMES));
}

static void hashes_grow_with_the_program(void) { check_growth("hash"); }
static void branches_grow_with_the_program(void) { check_growth("branches"); }
static void truths_grow_with_the_program(void) { check_growth("truths"); }
static void vectors_grow_with_the_program(void) { check_growth("vectors"); }
static void loops_grow_with_the_program(void) { check_growth("loops"); }

/* Where a pass looks at all blocks again for each that it changes, it takes thousands to tell. */
static void thousands_of_guards_take_no_square(void) {
  enum { THOUSANDS = 2400, MOST_TIMES_GUARDS = 9 };
  struct timing least = quick("returns", LEAST), some = quick("returns", THOUSANDS),
                many = quick("returns", 4 * THOUSANDS);
  CHECK(is_within(&least, &some, &many, MOST_TIMES_GUARDS));
}

/* A check for each lane made it ten times as dear. */
static void vectors_take_a_few_times_as_long_as_numbers(void) {
  enum { MOST_TIMES_NUMBERS = 7 };
  struct timing least = quick("straight", LEAST), numbers = quick("straight", MANY),
                vectors = quick("vectors", MANY);
  CHECK(is_within(&least, &numbers, &vectors, MOST_TIMES_NUMBERS));
}

/* Beyond that size there is none. */
static void check_better_code(const char *shape) {
  enum { LARGEST = 390, MOST_TIMES_QUICK = 20 };
  const double first = compile_ms(shape, LARGEST, WB_TIER_QUICK);
  const double better = compile_ms(shape, LARGEST, WB_TIER_OPTIMISED);
  printf("# %s: %.0f ms, better code %.0f ms\n", shape, first, better);
  CHECK(first > 0 && better > 0 && better <= MOST_TIMES_QUICK * first);
}

static void better_hashes_take_no_exponential_time(void) { check_better_code("hash"); }
static void better_truths_take_no_exponential_time(void) { check_better_code("truths"); }

static const struct sample_test tests[] = {
    {"quick code of hashes takes time that grows with the program", hashes_grow_with_the_program},
    {"quick code of branches takes time that grows with the program",
     branches_grow_with_the_program},
    {"quick code of truths takes time that grows with the program", truths_grow_with_the_program},
    {"quick code of vectors takes time that grows with the program", vectors_grow_with_the_program},
    {"quick code of loops takes time that grows with the program", loops_grow_with_the_program},
    {"thousands of guards take no time with the square of their number",
     thousands_of_guards_take_no_square},
    {"vectors take a few times as long as numbers", vectors_take_a_few_times_as_long_as_numbers},
    {"better code of hashes takes no exponential time", better_hashes_take_no_exponential_time},
    {"better code of truths takes no exponential time", better_truths_take_no_exponential_time},
};

int main(void) {
  compile_ms("hash", LEAST, WB_TIER_QUICK); /* the first one reads the libraries, too */
  sample_run(tests, sizeof tests / sizeof tests[0], PERIOD, "shapes of long programs");
  return tap_finish();
}
