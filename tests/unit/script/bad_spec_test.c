/* Every file of tests/specs/bad is a spec with one mistake. Its first line
 * says what must be reported: -- expect: LINE: a part of the message */
#include "course.h"
#include "script/puzzle.h"

struct expectation {
  char where[128];
  char *text;
};

static bool read_expectation(const char *spec, struct expectation *expected) {
  static const char mark[] = "-- expect: ";
  if (!wb_starts_with(spec, mark)) return false;
  const char *line = spec + strlen(mark);
  const char *colon = strchr(line, ':');
  snprintf(expected->where, sizeof expected->where, "%s%s%.*s", COURSE_LABEL,
           colon > line ? ":" : "", (int)(colon - line), line);
  expected->text = wb_strndup(colon + 2, strcspn(colon + 2, "\n"));
  return true;
}

/* The first error of loading the spec and making its cases, which have `time_ms`; 0 is as
 * long as the program gives. */
static enum wb_status first_error(const struct wb_str *spec, uint32_t time_ms,
                                  struct wb_error *err) {
  const struct wb_script_options options = {.memory_limit = 128 << 20, .time_ms = time_ms};
  struct wb_puzzle *puzzle = course_load(spec->data, spec->length, &options, err);
  enum wb_status status = puzzle == NULL ? err->status : WB_OK;
  for (size_t i = 0; puzzle != NULL && i < puzzle->n_cases && status == WB_OK; i++) {
    struct wb_case *made = NULL;
    status = wb_case_make(puzzle, i, false, 0, &made, err);
    wb_case_free(made);
  }
  wb_puzzle_free(puzzle);
  return status;
}

static const char *current;

static void is_reported(void) {
  struct wb_str spec;
  struct wb_error err = {0};
  struct expectation expected;
  wb_str_init(&spec);
  CHECK(wb_file_read(current, 1 << 20, &spec, NULL) == WB_OK);
  if (!CHECK(read_expectation(spec.data, &expected))) return;
  /* A short limit for what is to reach it. All else has the program's own: a recursion that never
   * ends fills its stack first, and how soon depends on the machine. */
  const bool runs_on = strstr(expected.text, "endless loop") != NULL;
  CHECK_INT(first_error(&spec, runs_on ? 500 : 0, &err), WB_ERR_SPEC);
  CHECK_STRING(err.where, expected.where);
  if (!CHECK(strstr(err.message, expected.text) != NULL))
    printf("# %s\n#  has no: %s\n", err.message, expected.text);
  free(expected.text);
  wb_str_release(&spec);
}

static void bytecode_is_refused(void) {
  struct wb_error err;
  CHECK(course_load("\x1bLuaT\0\x19\x93\r\n\x1a\n", 12, NULL, &err) == NULL);
  CHECK_INT(err.status, WB_ERR_SPEC);
  CHECK(strstr(err.message, "binary chunk") != NULL);
}

int main(void) {
  struct wb_names files;
  course_begin();
  wb_names_init(&files);
  if (wb_directory_list("tests/specs/bad", &files, NULL) != WB_OK || files.count == 0) {
    printf("Bail out! run this from the repository's root\n");
    return 2;
  }
  for (size_t i = 0; i < files.count; i++) {
    char *path = wb_path_join("tests/specs/bad", files.items[i]);
    char *sentence = wb_format("%s is reported at its line", files.items[i]);
    current = path;
    tap_run(sentence, is_reported);
    free(sentence);
    free(path);
  }
  tap_run("bytecode is refused", bytecode_is_refused);
  wb_names_release(&files);
  course_end();
  return tap_finish();
}
