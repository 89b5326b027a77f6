#include "session/expectation.h"

#include <stdlib.h>

#include "base/str.h"
#include "result/steps.h"
#include "tap.h"

static struct wb_expectation expectation;
static struct wb_error err;

static enum wb_status read_from(const char *source) {
  return wb_expectation_read("wrong.cl", source, &expectation, &err);
}

static void reads_all_parts(void) {
  CHECK_INT(read_from("// expect: runtime-error data-race\n// why: x\n// expect-line: 7\nkernel"),
            WB_OK);
  CHECK_INT(expectation.verdict, WB_VERDICT_RUNTIME_ERROR);
  CHECK(expectation.has_kind);
  CHECK_INT(expectation.kind, WB_DATA_RACE);
  CHECK_INT(expectation.line, 7);
  CHECK_STRING(expectation.text, "runtime-error data-race at line 7");
  CHECK_INT(read_from("// expect: wrong-answer"), WB_OK);
  CHECK(!expectation.has_kind && expectation.line == 0);
}

static void refuses_mistakes(void) {
  CHECK_INT(read_from("__kernel void f() {}\n// expect: accepted\n"), WB_ERR_SPEC);
  CHECK_STRING(err.where, "wrong.cl:1");
  CHECK_INT(read_from("// expect: wrong-anwser\n"), WB_ERR_SPEC);
  CHECK_STRING(err.message,
               "'// expect:' names the unknown verdict 'wrong-anwser'; did you mean "
               "'wrong-answer'?");
  CHECK_INT(read_from("// expect: runtime-error dta-race\n"), WB_ERR_SPEC);
  CHECK_STRING(err.message,
               "'// expect:' names the unknown finding 'dta-race'; did you mean 'data-race'?");
  CHECK_INT(read_from("// expect: accepted\n"), WB_ERR_SPEC);
  CHECK_INT(read_from("// expect: runtime-error data-race really\n"), WB_ERR_SPEC);
  CHECK_INT(read_from("// expect:\n"), WB_ERR_SPEC);
  CHECK_INT(read_from(""), WB_ERR_SPEC);
}

static void compares_findings(void) {
  struct wb_finding findings[] = {
      {.kind = WB_OUT_OF_BOUNDS, .line = 5},
      {.kind = WB_DATA_RACE, .line = 8, .other = {.present = true, .line = 9}}};
  struct wb_case_result cases[] = {{.verdict = WB_VERDICT_ACCEPTED},
                                   {.findings = findings, .n_findings = 2}};
  struct wb_result result = {.verdict = WB_VERDICT_RUNTIME_ERROR, .cases = cases, .n_cases = 2};
  read_from("// expect: runtime-error data-race\n");
  CHECK(wb_expectation_met(&expectation, &result));
  read_from("// expect: runtime-error data-race\n// expect-line: 9\n");
  CHECK(wb_expectation_met(&expectation, &result));
  read_from("// expect: runtime-error data-race\n// expect-line: 5\n");
  CHECK(!wb_expectation_met(&expectation, &result));
  read_from("// expect: runtime-error null-pointer\n");
  CHECK(!wb_expectation_met(&expectation, &result));
  read_from("// expect: wrong-answer\n");
  CHECK(!wb_expectation_met(&expectation, &result));
}

static void compares_steps(void) {
  struct wb_case_result cases[] = {{.verdict = WB_VERDICT_ACCEPTED, .step = 1},
                                   {.verdict = WB_VERDICT_WRONG_ANSWER, .step = 2}};
  char one[] = "One", two[] = "Two", *names[] = {one, two};
  struct wb_result result = {.verdict = WB_VERDICT_WRONG_ANSWER, .cases = cases, .n_cases = 2};
  read_from("// expect: wrong-answer\n// expect-steps: 1\n");
  CHECK(expectation.has_steps);
  CHECK_STRING(expectation.text, "wrong-answer, with 1 step done");
  CHECK(wb_expectation_met(&expectation, &result)); /* a run of one case: nothing is known */
  wb_result_count_steps(&result, names, 2);
  CHECK(wb_expectation_met(&expectation, &result));
  read_from("// expect: wrong-answer\n// expect-steps: 0\n");
  CHECK(!wb_expectation_met(&expectation, &result));
  read_from("// expect: wrong-answer\n// expect-steps: 2\n");
  CHECK_STRING(expectation.text, "wrong-answer, with 2 steps done");
  CHECK(!wb_expectation_met(&expectation, &result));
  read_from("// expect: wrong-answer\n");
  CHECK(!expectation.has_steps && wb_expectation_met(&expectation, &result));
  for (size_t i = 0; i < result.n_steps; i++) free(result.steps[i].name);
  free(result.steps);
}

static void compares_diagnostics(void) {
  struct wb_diagnostic diagnostics[] = {{.line = 3, .severity = WB_SEVERITY_WARNING},
                                        {.line = 7, .severity = WB_SEVERITY_ERROR}};
  struct wb_result result = {
      .verdict = WB_VERDICT_COMPILE_ERROR, .diagnostics = diagnostics, .n_diagnostics = 2};
  read_from("// expect: compile-error\n// expect-line: 7\n");
  CHECK(wb_expectation_met(&expectation, &result));
  read_from("// expect: compile-error\n// expect-line: 3\n");
  CHECK(!wb_expectation_met(&expectation, &result));
}

static struct wb_expected_score score;

static enum wb_status read_score(const char *source) {
  err.message[0] = '\0';
  return wb_expected_score_read(source, &score, &err);
}

static void compares_scores(void) {
  struct wb_result_group group = {.points = 10, .cases = 3, .earned = 4};
  struct wb_result shares = {.score = 0.4},
                   points = {.score = 0.4, .groups = &group, .n_groups = 1};
  CHECK_INT(read_score("// Another way.\n// expect-score: 0.4\n"), WB_OK);
  CHECK(score.given && score.points == 0);
  CHECK(wb_expected_score_met(&score, &shares) && wb_expected_score_met(&score, &points));
  CHECK_INT(read_score("-- expect-score: 4/10\n"), WB_OK);
  CHECK_STRING(score.text, "4/10");
  CHECK(wb_expected_score_met(&score, &shares) && wb_expected_score_met(&score, &points));
  CHECK_INT(read_score("// expect-score: 2 / 5\n"), WB_OK); /* as large, and of other points */
  CHECK(wb_expected_score_met(&score, &shares) && !wb_expected_score_met(&score, &points));
  CHECK_INT(read_score("// expect-score: 0.41\n"), WB_OK);
  CHECK(!wb_expected_score_met(&score, &shares));
  shares.score = 1.0 / 3; /* two digits are enough */
  CHECK_INT(read_score("// expect-score: 0.33\n"), WB_OK);
  CHECK(wb_expected_score_met(&score, &shares));
  CHECK_INT(read_score("int x; // expect-score: 0.33\n"), WB_OK);
  CHECK(!score.given);
}

static void refuses_what_is_no_score(void) {
  static const char *const texts[] = {"",     " half",  " 1.5",     " -0.4", " 0.4 or so",
                                      " 4/0", " 11/10", " /4",      " 4/",   " 4/-9",
                                      " nan", " inf",   " 40 of 50"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    char *source = wb_format("// expect-score:%s\n", texts[i]);
    if (!CHECK(read_score(source) == WB_ERR_SPEC && !score.given)) printf("# %s\n", source);
    free(source);
  }
  CHECK_STRING(
      err.message,
      "'// expect-score: 40 of 50' is no score: write a share, as 0.4, or points, as 4/10");
}

int main(void) {
  tap_run("verdict, finding and line are read", reads_all_parts);
  tap_run("unknown words and missing lines are errors with the file", refuses_mistakes);
  tap_run("a finding of any case may be the expected one", compares_findings);
  tap_run("compares the steps that are done", compares_steps);
  tap_run("a compile error is expected at a line of the compiler's errors", compares_diagnostics);
  tap_run("a score is a share or points", compares_scores);
  tap_run("what is no score is refused", refuses_what_is_no_score);
  return tap_finish();
}
