/* The steps of a puzzle: which are done, and of which a failure is explained. */
#include "result/steps.h"

#include <stdlib.h>

#include "tap.h"

static char one[] = "One group", two[] = "Several groups", three[] = "Any size";
static char *names[] = {one, two, three};
static char not_run[] = WB_NOT_RUN ", because of what happened in \"one\"";

/* Two cases of each step. */
static struct wb_case_result cases[6];
static struct wb_result result;

static void judged(enum wb_verdict verdict, const enum wb_verdict verdicts[6], size_t count) {
  result = (struct wb_result){.verdict = verdict, .cases = cases, .n_cases = count};
  for (size_t i = 0; i < 6; i++)
    cases[i] = (struct wb_case_result){
        .visible = i % 2 == 0, .verdict = verdicts[i], .step = (uint32_t)i / 2 + 1};
  wb_result_count_steps(&result, names, 3);
}

static void forget(void) {
  for (size_t i = 0; i < result.n_steps; i++) free(result.steps[i].name);
  free(result.steps);
  result = (struct wb_result){.n_steps = 0};
}

static void check_words(size_t index, const char *expected) {
  struct wb_str words;
  wb_str_init(&words);
  wb_step_words(&result, index, &words);
  CHECK_STRING(words.data, expected);
  wb_str_release(&words);
}

#define RIGHT WB_VERDICT_ACCEPTED
#define DEAR WB_VERDICT_OVER_BUDGET
#define WRONG WB_VERDICT_WRONG_ANSWER
#define BAD WB_VERDICT_RUNTIME_ERROR
#define LATE WB_VERDICT_TIME_LIMIT

static void the_first_that_is_not_done_is_explained(void) {
  judged(BAD, (enum wb_verdict[]){RIGHT, RIGHT, RIGHT, WRONG, BAD, BAD}, 6);
  CHECK_INT(wb_result_steps_done(&result), 1);
  CHECK_INT(wb_result_step_to_explain(&result), 2);
  CHECK_INT(wb_result_verdict_to_explain(&result), WRONG);
  for (size_t i = 0; i < 6; i++)
    CHECK_INT(wb_case_is_to_explain(&result, &cases[i]), i == 2 || i == 3);
  check_words(0, "Step 1 of 3, One group: done");
  check_words(1, "Step 2 of 3, Several groups: 1 of 2 cases right");
  check_words(2, "Step 3 of 3, Any size: 0 of 2 cases right");
  CHECK(result.steps[0].done && !result.steps[1].done);
  forget();
}

/* A hidden case counts as a visible one does. */
static void a_hidden_case_keeps_a_step_from_being_done(void) {
  judged(WRONG, (enum wb_verdict[]){RIGHT, WRONG, RIGHT, RIGHT, RIGHT, RIGHT}, 6);
  CHECK_INT(wb_result_steps_done(&result), 0); /* though later ones are */
  CHECK_INT(wb_result_step_to_explain(&result), 1);
  CHECK(wb_step_is_done(&result.steps[1]));
  forget();
}

static void what_is_over_budget_is_right(void) {
  judged(DEAR, (enum wb_verdict[]){RIGHT, DEAR, DEAR, DEAR, RIGHT, RIGHT}, 6);
  CHECK_INT(wb_result_steps_done(&result), 3);
  CHECK_INT(wb_result_step_to_explain(&result), 0);
  CHECK_INT(wb_result_verdict_to_explain(&result), DEAR); /* as where there are no steps */
  CHECK(wb_case_is_to_explain(&result, &cases[3]));
  forget();
}

static void what_was_not_run_is_not_right(void) {
  judged(LATE, (enum wb_verdict[]){RIGHT, LATE, LATE, LATE, LATE, LATE}, 6);
  for (size_t i = 2; i < 6; i++) cases[i].detail = not_run;
  CHECK_INT(wb_result_steps_done(&result), 0);
  CHECK_INT(wb_result_verdict_to_explain(&result), LATE);
  forget();
}

static void steps_beyond_the_wanted_one_were_not_run(void) {
  judged(RIGHT, (enum wb_verdict[]){RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT}, 4);
  CHECK_INT(wb_result_steps_done(&result), 2);
  CHECK_INT(wb_result_last_step(&result), 2);
  CHECK_INT(wb_result_step_to_explain(&result), 0);
  check_words(2, "Step 3 of 3, Any size: not run");
  CHECK_STRING(wb_result_meaning(&result), "right on every case so far; later steps were not run");
  forget();
}

static void without_cases_or_names_there_are_none(void) {
  result = (struct wb_result){.verdict = WB_VERDICT_COMPILE_ERROR};
  wb_result_count_steps(&result, names, 3);
  CHECK_INT(result.n_steps, 0);
  CHECK_INT(wb_result_last_step(&result), 0);
  judged(WRONG, (enum wb_verdict[]){WRONG, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT}, 6);
  forget();
  result = (struct wb_result){.verdict = WRONG, .cases = cases, .n_cases = 6};
  wb_result_count_steps(&result, NULL, 0);
  CHECK_INT(result.n_steps, 0);
  CHECK_INT(wb_result_verdict_to_explain(&result), WRONG);
}

/* Of a puzzle without steps: case 1 is visible, case 2 is not, and so on. */
static void a_visible_budget_is_explained_before_a_hidden_output(void) {
  judged(WRONG, (enum wb_verdict[]){DEAR, WRONG, RIGHT, DEAR, RIGHT, RIGHT}, 6);
  forget();
  result = (struct wb_result){.verdict = WRONG, .cases = cases, .n_cases = 6};
  CHECK(wb_result_budget_comes_first(&result));
  CHECK_INT(wb_result_verdict_to_explain(&result), DEAR);
  cases[2].verdict = WRONG;
  CHECK_INT(wb_result_verdict_to_explain(&result), WRONG);
  cases[2].verdict = RIGHT;
  cases[0].verdict = RIGHT;
  CHECK_INT(wb_result_verdict_to_explain(&result), WRONG);
  cases[0].verdict = DEAR;
  result.verdict = BAD;
  CHECK_INT(wb_result_verdict_to_explain(&result), BAD);
  result = (struct wb_result){.n_steps = 0};
}

int main(void) {
  tap_run("a failure is explained of the first step that is not done",
          the_first_that_is_not_done_is_explained);
  tap_run("a hidden case keeps a step from being done", a_hidden_case_keeps_a_step_from_being_done);
  tap_run("what is over budget is right", what_is_over_budget_is_right);
  tap_run("what was not run is not right", what_was_not_run_is_not_right);
  tap_run("steps beyond the wanted one were not run", steps_beyond_the_wanted_one_were_not_run);
  tap_run("without cases or names there are none", without_cases_or_names_there_are_none);
  tap_run("a budget of a visible case is explained before a wrong hidden case",
          a_visible_budget_is_explained_before_a_hidden_output);
  return tap_finish();
}
