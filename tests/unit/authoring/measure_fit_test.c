#include "authoring/measure_fit.h"

#include "tap.h"

enum { CASES = 5 };

static int64_t n_values[CASES] = {6, 15, 61, 180, 12}, k_values[CASES] = {3, 4, 5, 64, 1},
               groups_values[CASES] = {1, 2, 4, 3, 4};
static char n_name[] = "n", k_name[] = "k", groups_name[] = "global_x / local_x";
static const struct wb_audit_variable variables[] = {
    {n_name, n_values, CASES}, {k_name, k_values, CASES}, {groups_name, groups_values, CASES}};

static char words[64];

static const char *fit(const uint64_t needed[CASES]) {
  const struct wb_measure_fit made = wb_measure_fit_make(variables, 3, needed, CASES);
  struct wb_str text;
  wb_str_init(&text);
  wb_measure_fit_words(&made, &text);
  snprintf(words, sizeof words, "%s", text.data);
  wb_str_release(&text);
  return words;
}

static uint64_t slack(const uint64_t needed[CASES]) {
  return wb_measure_fit_make(variables, 3, needed, CASES).slack;
}

static void the_same_in_all_cases_is_a_number(void) {
  CHECK_STRING(fit((const uint64_t[]){1, 1, 1, 1, 1}), "1");
  CHECK_STRING(fit((const uint64_t[]){0, 0, 0, 0, 0}), "0");
}

static void what_follows_a_size_names_it(void) {
  CHECK_STRING(fit((const uint64_t[]){6, 15, 61, 180, 12}), "\"n\"");
  CHECK_STRING(fit((const uint64_t[]){5, 6, 7, 66, 3}), "\"k + 2\"");
  CHECK_STRING(fit((const uint64_t[]){2, 3, 4, 63, 0}), "\"k - 1\"");
  CHECK_STRING(fit((const uint64_t[]){7, 9, 11, 129, 3}), "\"2 * k + 1\"");
  CHECK_STRING(fit((const uint64_t[]){1, 2, 4, 3, 4}), "\"global_x / local_x\"");
  CHECK_STRING(fit((const uint64_t[]){2, 4, 8, 6, 8}), "\"2 * (global_x / local_x)\"");
}

/* Two cases need less than k + 2: no other number would be a bound for the rest. */
static void no_case_exceeds_it(void) {
  const uint64_t needed[CASES] = {4, 6, 7, 66, 2};
  CHECK_STRING(fit(needed), "\"k + 2\"");
  CHECK_INT(slack(needed), 2);
}

static void a_number_is_not_given_up_for_little(void) {
  const uint64_t needed[CASES] = {8, 8, 8, 8, 7};
  CHECK_STRING(fit(needed), "8");
  CHECK_INT(slack(needed), 1);
}

/* Any two numbers are on a line. */
static void few_cases_fit_by_chance(void) {
  const uint64_t needed[2] = {11, 29};
  int64_t n[2] = {2, 8};
  const struct wb_audit_variable size = {n_name, n, 2};
  const struct wb_measure_fit made = wb_measure_fit_make(&size, 1, needed, 2);
  CHECK(made.variable == NULL);
  const uint64_t same[2] = {2, 8};
  CHECK(wb_measure_fit_make(&size, 1, same, 2).variable == &size);
}

static void sizes_that_are_no_use_leave_a_number(void) {
  int64_t huge[CASES] = {INT64_MAX, 1, 1, 1, 1};
  const struct wb_audit_variable odd[] = {{n_name, huge, CASES}, {k_name, k_values, 2}};
  const uint64_t needed[CASES] = {9, 1, 1, 1, 1};
  const struct wb_measure_fit made = wb_measure_fit_make(odd, 2, needed, CASES);
  CHECK(made.variable == NULL);
  CHECK_INT(made.rest, 9);
  CHECK_INT(wb_measure_fit_make(NULL, 0, NULL, 0).rest, 0);
}

int main(void) {
  tap_run("the same in all cases is a number", the_same_in_all_cases_is_a_number);
  tap_run("what follows a size names it", what_follows_a_size_names_it);
  tap_run("no case exceeds it", no_case_exceeds_it);
  tap_run("a number is not given up for little", a_number_is_not_given_up_for_little);
  tap_run("few cases fit by chance", few_cases_fit_by_chance);
  tap_run("sizes that are no use leave a number", sizes_that_are_no_use_leave_a_number);
  return tap_finish();
}
