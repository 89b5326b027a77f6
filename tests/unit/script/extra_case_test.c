/* A case that comes as a text of its own is checked as the spec's are. */
#include "course.h"

static const char *const SPEC =
    "local puzzle = require 'puzzle'\n"
    "return puzzle.kernel { title = 'T', concept = 'C', entry = 'k',\n"
    "  params = { { name = 'out', kind = 'output', type = 'float', shape = { 'n' } },\n"
    "    { name = 'a', kind = 'input', type = 'float', shape = { 'n' } },\n"
    "    { name = 'n', kind = 'scalar', type = 'uchar', value = 'n' } },\n"
    "  cases = { { name = 'one', sizes = { n = 4 }, global = { 4 }, ['local'] = { 4 } } },\n"
    "  reference = function(case) return { out = case.a } end }\n";

static struct wb_puzzle *load(void) {
  struct wb_error err;
  struct wb_puzzle *puzzle = course_load(SPEC, strlen(SPEC), NULL, &err);
  if (puzzle == NULL) printf("# %s\n", err.message);
  return puzzle;
}

static void a_case_is_read_and_made(void) {
  struct wb_puzzle *puzzle = load();
  struct wb_error err = {0};
  struct wb_case *made = NULL;
  const char *name = NULL;
  bool visible = true;
  if (puzzle == NULL) return;
  CHECK_INT(wb_case_make(puzzle, 1, false, 0, &made, &err), WB_ERR_NOT_FOUND);
  CHECK_INT(wb_puzzle_case_name(puzzle, 1, &name, &visible), WB_ERR_NOT_FOUND);
  CHECK_INT(wb_puzzle_read_case(puzzle,
                                "{ name = 'more', sizes = { n = 3 + 4 }, global = { 'n + 1' },\n"
                                "  ['local'] = { 8 }, seed = 5, visible = false,\n"
                                "  fill = { a = { 'constant', 2.5 } } }",
                                &err),
            WB_OK);
  CHECK_INT(puzzle->n_cases, 1);
  CHECK_INT(wb_puzzle_case_name(puzzle, 1, &name, &visible), WB_OK);
  CHECK_STRING(name, "more");
  CHECK(!visible);
  if (CHECK_INT(wb_case_make(puzzle, 1, false, 0, &made, &err), WB_OK)) {
    CHECK_INT(made->global[0], 8);
    CHECK_INT(made->seed, 5);
    CHECK_INT(wb_tensor_count(&made->args[0].expected), 7);
    CHECK(wb_tensor_get(&made->args[0].expected, 6, 0) == 2.5);
    wb_case_free(made);
  }
  /* The next one takes its place. */
  CHECK_INT(wb_puzzle_read_case(puzzle,
                                "{ name = 'b', sizes = { n = 1 }, global = { 1 }, "
                                "['local'] = { 1 } }",
                                &err),
            WB_OK);
  if (CHECK_INT(wb_case_make(puzzle, 1, true, 9, &made, &err), WB_OK)) {
    CHECK_INT(made->seed, 9);
    CHECK_INT(wb_tensor_count(&made->args[0].expected), 1);
    wb_case_free(made);
  }
  wb_puzzle_free(puzzle);
}

static void expect_mistake(const char *text, const char *message) {
  struct wb_puzzle *puzzle = load();
  struct wb_error err = {0};
  struct wb_case *made = NULL;
  if (puzzle == NULL) return;
  CHECK_INT(wb_puzzle_read_case(puzzle, text, &err), WB_ERR_SPEC);
  CHECK_STRING(err.where, WB_EXTRA_CASE);
  if (!CHECK(strstr(err.message, message) != NULL)) printf("# %s: %s\n", text, err.message);
  CHECK_INT(wb_case_make(puzzle, 1, false, 0, &made, &err), WB_ERR_NOT_FOUND);
  CHECK_INT(wb_case_make(puzzle, 0, false, 0, &made, &err), WB_OK); /* the others are as before */
  wb_case_free(made);
  wb_puzzle_free(puzzle);
}

static void mistakes_are_named(void) {
  expect_mistake("", "is missing; it must be a table");
  expect_mistake("{ name = 1 + }", "unexpected symbol near");
  expect_mistake("{ name = 'x'", "'}' expected");
  expect_mistake("7", "must be a table");
  expect_mistake("nil", "is missing; it must be a table");
  expect_mistake("{}", "name: is missing");
  expect_mistake("{ name = 'one', global = { 4 }, ['local'] = { 4 } }",
                 "'one' is the name of cases[1] too");
  expect_mistake("{ name = 'x', size = { n = 4 } }", "unknown field; did you mean 'sizes'?");
  expect_mistake("{ name = 'x', sizes = { n = 4 }, global = { 4 } }", "case.local: is missing");
  expect_mistake("{ name = 'x', sizes = { n = 4 }, global = { 6 }, ['local'] = { 4 } }",
                 "4 does not divide global[1], which is 6");
  expect_mistake("{ name = 'x', sizes = { n = 300 }, global = { 1 }, ['local'] = { 1 } }",
                 "300 does not fit uchar (case \"x\")");
  expect_mistake("{ name = 'x', sizes = { n = 0 }, global = { 1 }, ['local'] = { 1 } }",
                 "is 0; a size must be at least 1");
  expect_mistake("{ name = 'x', global = { 1 }, ['local'] = { 1 } }", "case \"x\"");
  expect_mistake(
      "{ name = 'x', sizes = { n = 1 }, global = { 1 }, ['local'] = { 1 }, "
      "fill = { out = 'ones' } }",
      "case.fill.out: unknown field");
}

/* Nothing of the script's can be called, and what never ends is ended. */
static void it_is_data(void) {
  expect_mistake("{ name = require('puzzle') }", "require");
  expect_mistake("{ name = tostring(1) }", "tostring");
  expect_mistake("(function() while true do end end)()", "still running");
  expect_mistake("{ name = ('x'):rep(1 << 40) }", "");
}

static void later_errors_of_the_spec_have_their_lines(void) {
  static const char *const spec =
      "return require('puzzle').kernel { title = 'T', concept = 'C', entry = 'k',\n"
      "  params = { { name = 'out', kind = 'output', type = 'int', shape = { 'n' } } },\n"
      "  cases = { { name = 'one', sizes = { n = 4 }, global = { 4 }, ['local'] = { 4 } } },\n"
      "  reference = function(case)\n    error('no')\n  end }\n";
  struct wb_error err = {0};
  struct wb_case *made = NULL;
  struct wb_puzzle *puzzle = course_load(spec, strlen(spec), NULL, &err);
  if (!CHECK(puzzle != NULL)) return;
  CHECK_INT(wb_puzzle_read_case(puzzle, "{ nonsense = 1 }", &err), WB_ERR_SPEC);
  CHECK_INT(wb_case_make(puzzle, 0, false, 0, &made, &err), WB_ERR_SPEC);
  CHECK_STRING(err.where, COURSE_LABEL ":5");
  wb_puzzle_free(puzzle);
}

int main(void) {
  course_begin();
  tap_run("a case is read and made", a_case_is_read_and_made);
  tap_run("mistakes are named", mistakes_are_named);
  tap_run("it is data", it_is_data);
  tap_run("later errors of the spec have their lines", later_errors_of_the_spec_have_their_lines);
  course_end();
  return tap_finish();
}
