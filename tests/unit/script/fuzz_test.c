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

static const char *const words[] = {"{",  "}",   "nil", "=",  ",",      "n",
                                    "..", "end", "[1]", "\"", "return", "order = \"any\", "};

static const char *const values[] = {"nil",
                                     "0",
                                     "1",
                                     "2.5",
                                     "-1",
                                     "1e999",
                                     "(0/0)",
                                     "9223372036854775807",
                                     "{}",
                                     "{ 1, 2 }",
                                     "function() end",
                                     "true",
                                     "require 'tensor'",
                                     "require 'tensor'.zeros('int', 3)",
                                     "\"n\"",
                                     "\"0 - n\"",
                                     "\"any\"",
                                     "\"ignored\"",
                                     "\"found\"",
                                     "\"total\"",
                                     "\"output\"",
                                     "\"inout\"",
                                     "\"scalar\"",
                                     "\"float3\"",
                                     "\"ulong\"",
                                     "\"\\0\"",
                                     "\"\xff\""};

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

/* What stands in quotes or is a number, from `at` on, becomes another value: most of what
 * comes of that is still Lua, and goes wrong in what reads the spec. */
static void replace_value(struct wb_str *text, size_t at, const char *value) {
  while (at < text->length &&
         !(text->data[at] == ' ' && strchr("\"0123456789", text->data[at + 1])))
    at++;
  if (at + 1 >= text->length) return;
  at++;
  const char *from = text->data + at;
  cut(text, at, *from == '"' ? strcspn(from + 1, "\"") + 2 : strspn(from, "0123456789"));
  insert(text, at, value);
}

/* The line that `at` is in goes, or comes twice: mostly a parameter or a case. */
static void change_line(struct wb_str *text, size_t at, bool twice) {
  while (at > 0 && text->data[at - 1] != '\n') at--;
  char *line = wb_strndup(text->data + at, strcspn(text->data + at, "\n") + 1);
  if (twice)
    insert(text, at, line);
  else
    cut(text, at, strlen(line));
  free(line);
}

static void mutate(struct wb_str *text, uint64_t *state) {
  const size_t at = next(state) % (text->length + 1);
  const uint64_t kind = next(state) % 12;
  if (kind == 0)
    cut(text, at, 1 + next(state) % 12);
  else if (kind == 1)
    insert(text, at, words[next(state) % (sizeof words / sizeof words[0])]);
  else if (kind == 2 && at < text->length)
    text->data[at] = (char)(next(state) % 255 + 1);
  else if (kind < 5)
    change_line(text, at, kind == 3);
  else
    replace_value(text, at, values[next(state) % (sizeof values / sizeof values[0])]);
}

/* Whether it still gives all its cases. */
static bool try_spec(const struct wb_str *spec) {
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
  return status == WB_OK;
}

static void mutations_never_crash(void) {
  static const char *const files[] = {"map", "conv1d", "kinds", "any_order", "printed"};
  const char *seconds = getenv("FUZZ_SECONDS"), *seed = getenv("FUZZ_SEED");
  const uint64_t end =
      wb_clock_ns() + (seconds != NULL ? strtoull(seconds, NULL, 10) : 0) * 1000000000;
  uint64_t state = (seed != NULL ? strtoull(seed, NULL, 10) : 0) << 32;
  unsigned run = 0, good = 0;
  for (; seconds != NULL ? wb_clock_ns() < end : run < RUNS; run++) {
    struct wb_str spec;
    char *path = wb_format("tests/specs/good/%s.lua", files[run % 5]);
    wb_str_init(&spec);
    CHECK(wb_file_read(path, 1 << 20, &spec, NULL) == WB_OK);
    for (uint64_t i = 0; i <= next(&state) % 3; i++) mutate(&spec, &state);
    good += try_spec(&spec);
    wb_str_release(&spec);
    free(path);
  }
  printf("# %u specs, %u of them still good\n", run, good);
}

int main(void) {
  course_begin();
  tap_run("mutilated specs end in errors with a place, never in a crash", mutations_never_crash);
  course_end();
  return tap_finish();
}
