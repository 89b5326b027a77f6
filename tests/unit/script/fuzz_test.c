/* Good specs, mutilated: each must load or end in an error with a place and a
 * message, whatever is left of it. Bounded and the same in every run, unless
 *
 *   FUZZ_SECONDS=300 FUZZ_SEED=1 build-asan/tests/unit/script/fuzz.t
 *
 * says how long it is to go on, and from where. */
#include "base/clock.h"
#include "course.h"
#include "tensor/fill.h"

enum { RUNS = 1500 };

static const char *const words[] = {"{",
                                    "}",
                                    "nil",
                                    "0",
                                    "-1",
                                    "1e999",
                                    "(0/0)",
                                    "\"",
                                    "=",
                                    ",",
                                    "n",
                                    "{}",
                                    "function() end",
                                    "true",
                                    "\"n\"",
                                    "[1]",
                                    "..",
                                    "require 'tensor'",
                                    "tensor.zeros('int', 3)",
                                    "end",
                                    "9223372036854775807",
                                    "\"\\0\"",
                                    "\"\\xff\"",
                                    "return"};

static uint64_t next(uint64_t *state) { return wb_random_at(99, (*state)++); }

static void cut(struct wb_str *text, size_t from, size_t length) {
  if (from + length > text->length) length = text->length - from;
  memmove(text->data + from, text->data + from + length, text->length - from - length + 1);
  text->length -= length;
}

static void insert(struct wb_str *text, size_t at, const char *word) {
  struct wb_str made;
  wb_str_init(&made);
  wb_str_add_bytes(&made, text->data, at);
  wb_str_add(&made, word);
  wb_str_add_bytes(&made, text->data + at, text->length - at);
  wb_str_release(text);
  *text = made;
}

static void mutate(struct wb_str *text, uint64_t *state) {
  size_t at = next(state) % (text->length + 1);
  size_t start = at;
  switch (next(state) % 4) {
    case 0:
      cut(text, at, 1 + next(state) % 12);
      break;
    case 1:
      insert(text, at, words[next(state) % (sizeof words / sizeof words[0])]);
      break;
    case 2: /* another value where one stands */
      while (start < text->length && text->data[start] != '=') start++;
      cut(text, start, 1 + strcspn(text->data + start + (start < text->length), ",}\n"));
      insert(text, start, "= ");
      insert(text, start + 2, words[next(state) % (sizeof words / sizeof words[0])]);
      break;
    default:
      if (at < text->length) text->data[at] = (char)(next(state) % 255 + 1);
  }
}

static void try_spec(const struct wb_str *spec) {
  struct wb_script_options options = {.memory_limit = 16 << 20, .time_ms = 200};
  struct wb_error err = {0};
  struct wb_puzzle *puzzle = course_load(spec->data, spec->length, &options, &err);
  enum wb_status status = puzzle == NULL ? err.status : WB_OK;
  for (size_t i = 0; puzzle != NULL && i < puzzle->n_cases && status == WB_OK; i++) {
    struct wb_case *made = NULL;
    status = wb_case_make(puzzle, i, false, 0, &made, &err);
    wb_case_free(made);
  }
  if (status != WB_OK && !CHECK(err.message[0] != '\0' && strstr(err.where, COURSE_LABEL) != NULL))
    printf("# where \"%s\" message \"%s\" for:\n%s\n", err.where, err.message, spec->data);
  wb_puzzle_free(puzzle);
}

static void mutations_never_crash(void) {
  static const char *const files[] = {"map", "conv1d", "kinds"};
  const char *seconds = getenv("FUZZ_SECONDS"), *seed = getenv("FUZZ_SEED");
  const uint64_t end =
      wb_clock_ns() + (seconds != NULL ? strtoull(seconds, NULL, 10) : 0) * 1000000000;
  uint64_t state = (seed != NULL ? strtoull(seed, NULL, 10) : 0) << 32;
  for (int run = 0; seconds != NULL ? wb_clock_ns() < end : run < RUNS; run++) {
    struct wb_str spec;
    char *path = wb_format("tests/specs/good/%s.lua", files[run % 3]);
    wb_str_init(&spec);
    CHECK(wb_file_read(path, 1 << 20, &spec, NULL) == WB_OK);
    for (uint64_t i = 0; i <= next(&state) % 3; i++) mutate(&spec, &state);
    try_spec(&spec);
    wb_str_release(&spec);
    free(path);
  }
}

int main(void) {
  course_begin();
  tap_run("mutilated specs end in errors with a place, never in a crash", mutations_never_crash);
  course_end();
  return tap_finish();
}
