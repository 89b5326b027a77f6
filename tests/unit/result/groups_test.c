/* Points: what the cases of a puzzle's groups bring. */
#include "result/groups.h"

#include <stdlib.h>

#include "tap.h"

#define RIGHT WB_VERDICT_ACCEPTED
#define DEAR WB_VERDICT_OVER_BUDGET
#define WRONG WB_VERDICT_WRONG_ANSWER
#define LATE WB_VERDICT_TIME_LIMIT

static char small[] = "small", large[] = "large", last[] = "last";
static char not_run[] = WB_NOT_RUN ", because of what happened in \"one\"";

/* One case of "small", 2 points; two of "large", 4 points; three of "last", 3 points. */
static struct wb_result_group groups[3];
static struct wb_case_result cases[6];
static struct wb_result result;

static void begin(const enum wb_verdict verdicts[6]) {
  static const uint32_t group_of[6] = {1, 2, 2, 3, 3, 3};
  groups[0] = (struct wb_result_group){.name = small, .points = 2};
  groups[1] = (struct wb_result_group){.name = large, .points = 4};
  groups[2] = (struct wb_result_group){.name = last, .points = 3, .each = true};
  for (size_t i = 0; i < 6; i++)
    cases[i] = (struct wb_case_result){.verdict = verdicts[i], .group = group_of[i]};
  result = (struct wb_result){.groups = groups, .n_groups = 3, .cases = cases, .n_cases = 6};
}

static bool near(double a, double b) { return a > b - 1e-9 && a < b + 1e-9; }

static void check_earned(double first, double second, double third) {
  CHECK(near(groups[0].earned, first));
  CHECK(near(groups[1].earned, second));
  if (!CHECK(near(groups[2].earned, third)))
    printf("# %g %g %g\n", groups[0].earned, groups[1].earned, groups[2].earned);
}

static void check_words(size_t index, const char *expected) {
  struct wb_str words;
  wb_str_init(&words);
  wb_group_words(&result, index, &words);
  CHECK_STRING(words.data, expected);
  wb_str_release(&words);
}

static void check_sum(const char *expected) {
  struct wb_str words;
  wb_str_init(&words);
  wb_points_words(&result, &words);
  CHECK_STRING(words.data, expected);
  wb_str_release(&words);
}

static void all_cases_bring_all_points(void) {
  begin((enum wb_verdict[]){RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT});
  CHECK(wb_result_score_groups(&result, false, 0) == 1);
  check_earned(2, 4, 3);
  check_words(2, "last: 3 of 3 points");
  check_sum("9 of 9 points");
}

static void a_group_of_all_brings_all_or_nothing_and_one_of_each_its_part(void) {
  begin((enum wb_verdict[]){RIGHT, RIGHT, WRONG, RIGHT, WRONG, RIGHT});
  CHECK(near(wb_result_score_groups(&result, false, 0), 4 / 9.0));
  check_earned(2, 0, 2);
  check_words(0, "small: 2 of 2 points");
  check_words(1, "large: 0 of 4 points, 1 of 2 cases right");
  check_words(2, "last: 2 of 3 points, 2 of 3 cases right");
}

static void what_a_group_needs_must_be_right_all_along(void) {
  begin((enum wb_verdict[]){WRONG, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT});
  groups[1].needs = 1;
  groups[2].needs = 2; /* and by that of the first */
  CHECK(wb_result_score_groups(&result, false, 0) == 0);
  check_words(1, "large: 0 of 4 points, only with all of small");
  check_words(2, "last: 0 of 3 points, only with all of large");
  begin((enum wb_verdict[]){RIGHT, RIGHT, RIGHT, WRONG, RIGHT, RIGHT});
  groups[1].needs = 1;
  groups[0].needs = 0;
  groups[2].needs = 2;
  wb_result_score_groups(&result, false, 0);
  check_earned(2, 4, 2);
}

/* Half is for being right, and half for the budgets; and what needs a group asks for right. */
static void over_a_budget_half_of_the_points_remain(void) {
  begin((enum wb_verdict[]){DEAR, DEAR, RIGHT, RIGHT, DEAR, RIGHT});
  groups[1].needs = 1;
  CHECK(wb_result_score_groups(&result, true, 0) > 0.5);
  check_earned(1, 2, 2.5);
  check_words(1, "large: 2 of 4 points, 1 of 2 cases over budget");
  begin((enum wb_verdict[]){RIGHT, DEAR, WRONG, RIGHT, WRONG, RIGHT});
  wb_result_score_groups(&result, true, 0);
  check_earned(2, 0, 1); /* wrong in a case: nothing is for the budgets */
  begin((enum wb_verdict[]){DEAR, DEAR, DEAR, DEAR, DEAR, DEAR});
  CHECK(wb_result_score_groups(&result, true, 0) == 0.5);
}

static void what_was_not_run_brings_nothing(void) {
  begin((enum wb_verdict[]){RIGHT, LATE, LATE, LATE, LATE, LATE});
  for (size_t i = 2; i < 6; i++) cases[i].detail = not_run;
  wb_result_score_groups(&result, false, 0);
  check_earned(2, 0, 0);
}

static void a_case_that_is_absent_counts_as_one_that_is_not_right(void) {
  begin((enum wb_verdict[]){RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT});
  CHECK(wb_result_score_groups(&result, false, 2) < 1);
  check_earned(2, 0, 3);
  begin((enum wb_verdict[]){RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT});
  wb_result_score_groups(&result, false, 3);
  check_earned(2, 4, 2.25);
  check_words(2, "last: 2.25 of 3 points, 3 of 4 cases right");
}

/* As in a student's pack: what cannot be known counts for nothing, and keeps nothing back. */
static void a_group_without_cases_does_not_count(void) {
  begin((enum wb_verdict[]){RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT});
  cases[0].group = 3;
  groups[1].needs = 1;
  CHECK(wb_result_score_groups(&result, false, 0) == 1);
  check_words(0, "small: 2 points, none of its cases is here");
  check_sum("7 of 7 points");
}

static void what_is_not_all_is_not_rounded_to_it(void) {
  begin((enum wb_verdict[]){RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT});
  groups[2].points = 1;
  wb_result_score_groups(&result, false, 0);
  groups[2].earned = 0.9999;
  check_words(2, "last: 0.99 of 1 point");
  check_sum("6.99 of 7 points");
  groups[2].earned = 1 - 1e-12; /* JSON has fewer digits */
  check_words(2, "last: 1 of 1 point");
  groups[2].earned = 0.5;
  check_sum("6.5 of 7 points");
}

/* Whoever sends a result may have written anything. */
static void numbers_of_groups_that_there_are_not_are_passed_over(void) {
  begin((enum wb_verdict[]){RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT});
  cases[0].group = 9;
  groups[1].needs = 7;
  groups[2].needs = 3; /* itself */
  CHECK(wb_result_score_groups(&result, false, 12) == 1);
  check_words(1, "large: 4 of 4 points");
}

int main(void) {
  tap_run("all cases bring all points", all_cases_bring_all_points);
  tap_run("a group of all brings all or nothing, and one of each its part",
          a_group_of_all_brings_all_or_nothing_and_one_of_each_its_part);
  tap_run("what a group needs must be right all along", what_a_group_needs_must_be_right_all_along);
  tap_run("over a budget half of the points remain", over_a_budget_half_of_the_points_remain);
  tap_run("what was not run brings nothing", what_was_not_run_brings_nothing);
  tap_run("a case that is absent counts as one that is not right",
          a_case_that_is_absent_counts_as_one_that_is_not_right);
  tap_run("a group without cases does not count", a_group_without_cases_does_not_count);
  tap_run("what is not all is not rounded to it", what_is_not_all_is_not_rounded_to_it);
  tap_run("numbers of groups that there are not are passed over",
          numbers_of_groups_that_there_are_not_are_passed_over);
  return tap_finish();
}
