#include "authoring/mutant_table.h"

#include <stdlib.h>
#include <string.h>

#include "tap.h"

/* A result of three cases, the last one hidden; `verdicts` has a letter for each: a(ccepted),
 * w(rong answer), - (not run). */
static struct wb_result made_result(const char *fingerprint, const char *verdicts) {
  static const char *const NAMES[] = {"one", "two", "three"};
  struct wb_result result = {.verdict = WB_VERDICT_ACCEPTED, .n_cases = strlen(verdicts)};
  result.fingerprint = wb_strdup(fingerprint);
  result.cases = wb_alloc((result.n_cases + 1) * sizeof *result.cases);
  for (size_t i = 0; i < result.n_cases; i++) {
    struct wb_case_result *one = &result.cases[i];
    one->name = wb_strdup(NAMES[i]);
    one->visible = i < 2;
    one->verdict = verdicts[i] == 'a'   ? WB_VERDICT_ACCEPTED
                   : verdicts[i] == 'w' ? WB_VERDICT_WRONG_ANSWER
                                        : WB_VERDICT_TIME_LIMIT;
    one->detail = wb_strdup(verdicts[i] == '-' ? WB_NOT_RUN ": after case 1" : "");
    result.verdict = wb_verdict_worst(result.verdict, one->verdict);
  }
  return result;
}

static struct wb_mutant_trial *take_mutant(struct wb_mutant_table *table, const char *difference,
                                           const char *fingerprint, const char *verdicts) {
  struct wb_result result = made_result(fingerprint, verdicts);
  struct wb_mutant_trial *trial = wb_mutant_table_add(table, "accepted.cl", "index", 3, 7,
                                                      wb_strdup(difference), wb_strdup("text"));
  wb_mutant_table_take_cases(table, &result);
  wb_mutant_table_take_result(table, trial, "original", &result);
  wb_result_release(&result);
  return trial;
}

static struct wb_mutant_trial *take_verdict(struct wb_mutant_table *table,
                                            enum wb_verdict verdict) {
  struct wb_result result = {.verdict = verdict};
  struct wb_mutant_trial *trial =
      wb_mutant_table_add(table, "right/b.cl", "guard", 1, 1, wb_strdup("- a\n+ b\n"), NULL);
  wb_mutant_table_take_result(table, trial, "original", &result);
  return trial;
}

static void a_fate_follows_from_verdict_and_program(void) {
  struct wb_mutant_table table = {0};
  CHECK_INT(take_mutant(&table, "", "other", "awa")->fate, WB_MUTANT_KILLED);
  CHECK_INT(take_mutant(&table, "", "original", "aaa")->fate, WB_MUTANT_EQUIVALENT);
  CHECK_INT(take_mutant(&table, "", "other", "aaa")->fate, WB_MUTANT_SURVIVED);
  /* A program that cannot be told is nobody's equal. */
  CHECK_INT(take_mutant(&table, "", "", "aaa")->fate, WB_MUTANT_SURVIVED);
  CHECK_INT(take_verdict(&table, WB_VERDICT_COMPILE_ERROR)->fate, WB_MUTANT_INVALID);
  CHECK_INT(take_verdict(&table, WB_VERDICT_JUDGE_ERROR)->fate, WB_MUTANT_UNJUDGED);
  CHECK_INT(take_verdict(&table, WB_VERDICT_OVER_BUDGET)->fate, WB_MUTANT_KILLED);
  wb_mutant_table_release(&table);
}

static void cases_that_were_not_run_kill_nothing(void) {
  struct wb_mutant_table table = {0};
  struct wb_str out;
  wb_str_init(&out);
  take_mutant(&table, "", "x", "w--");
  take_mutant(&table, "", "y", "wwa");
  take_mutant(&table, "", "z", "aaa");
  wb_mutant_table_list_cases(&table, &out);
  CHECK_STRING(out.data,
               "case 1 kills 2, 1 of them alone: one\n"
               "case 2 kills 1, 0 of them alone: two\n"
               "case 3 kills 0, 0 of them alone: three (hidden)\n");
  wb_str_clear(&out);
  wb_mutant_table_list_mutants(&table, "accepted.cl", &out);
  CHECK_STRING(out.data,
               "3:7 index: killed by case 1\n"
               "3:7 index: killed by case 1, 2\n"
               "3:7 index: survived\n");
  wb_str_clear(&out);
  wb_mutant_table_list_mutants(&table, "right/b.cl", &out);
  CHECK_STRING(out.data, "");
  wb_str_release(&out);
  wb_mutant_table_release(&table);
}

static void what_hidden_cases_alone_kill_is_told(void) {
  struct wb_mutant_table table = {0};
  CHECK(wb_mutant_table_killed_hidden(&table, take_mutant(&table, "", "a", "aaw")));
  CHECK(!wb_mutant_table_killed_hidden(&table, take_mutant(&table, "", "b", "awa")));
  CHECK(!wb_mutant_table_killed_hidden(&table, take_mutant(&table, "", "c", "waw")));
  CHECK(!wb_mutant_table_killed_hidden(&table, take_mutant(&table, "", "d", "aaa")));
  CHECK(!wb_mutant_table_killed_hidden(&table, take_verdict(&table, WB_VERDICT_COMPILE_ERROR)));
  wb_mutant_table_release(&table);
}

static void twins_and_explained_ones_are_told(void) {
  struct wb_mutant_exemptions exemptions = {0};
  struct wb_mutant_table table = {0};
  struct wb_str out;
  wb_str_init(&out);
  wb_mutant_exemptions_parse(&exemptions, "accepted.cl index 2\n- a\n+ b\nwhy: x\n");
  take_mutant(&table, "- k\n", "k", "awa");
  const struct wb_mutant_trial *first = take_mutant(&table, "- a\n+ b\n", "p", "aaa");
  const struct wb_mutant_trial *second = take_mutant(&table, "- a\n+ b\n", "q", "aaa");
  const struct wb_mutant_trial *third = take_mutant(&table, "- c\n+ d\n", "p", "aaa");
  wb_mutant_table_settle(&table, &exemptions);
  CHECK_INT(first->fate, WB_MUTANT_SURVIVED);
  CHECK_INT(second->fate, WB_MUTANT_EXPLAINED);
  CHECK(second->exemption == &exemptions.items[0]);
  CHECK_INT(third->fate, WB_MUTANT_TWIN);
  CHECK_INT(wb_mutant_table_score(&table, false), 50);
  CHECK_INT(wb_mutant_table_score(&table, true), 33);
  wb_mutant_table_sum_up(&table, &out);
  CHECK_STRING(out.data,
               "1 of 4 mutants killed, 1 survive, 1 explained, 1 the same as another: 50 %, or "
               "33 % with those that are explained");
  wb_str_release(&out);
  wb_mutant_table_release(&table);
  wb_mutant_exemptions_release(&exemptions);
}

static void a_killed_one_that_is_listed_stays_killed(void) {
  struct wb_mutant_exemptions exemptions = {0};
  struct wb_mutant_table table = {0};
  wb_mutant_exemptions_parse(&exemptions, "accepted.cl index\n- a\n+ b\nwhy: x\n");
  const struct wb_mutant_trial *trial = take_mutant(&table, "- a\n+ b\n", "p", "wwa");
  wb_mutant_table_settle(&table, &exemptions);
  CHECK_INT(trial->fate, WB_MUTANT_KILLED);
  CHECK(trial->exemption != NULL);
  CHECK_INT(wb_mutant_table_score(&table, true), 100);
  wb_mutant_table_release(&table);
  wb_mutant_exemptions_release(&exemptions);
}

static void a_mutant_of_another_kernel_is_known_again(void) {
  struct wb_mutant_table table = {0};
  wb_mutant_table_add(&table, "accepted.cl", "index", 1, 1, wb_strdup("- a\n+ b\n"), NULL);
  wb_mutant_table_add(&table, "accepted.cl", "fence", 1, 1, wb_strdup("- a\n+ b\n"), NULL);
  CHECK(wb_mutant_table_has(&table, "right/b.cl", "index", "- a\n+ b\n"));
  CHECK(!wb_mutant_table_has(&table, "accepted.cl", "index", "- a\n+ b\n"));
  CHECK(!wb_mutant_table_has(&table, "right/b.cl", "guard", "- a\n+ b\n"));
  CHECK(!wb_mutant_table_has(&table, "right/b.cl", "index", "- a\n+ c\n"));
  CHECK(!wb_mutant_table_has(&table, "right/b.cl", "fence", "- a\n+ b\n"));
  wb_mutant_table_release(&table);
}

static void nothing_to_kill_is_a_full_score(void) {
  const struct wb_mutant_table table = {0};
  CHECK_INT(wb_mutant_table_score(&table, true), 100);
}

int main(void) {
  tap_run("a fate follows from verdict and program", a_fate_follows_from_verdict_and_program);
  tap_run("cases that were not run kill nothing", cases_that_were_not_run_kill_nothing);
  tap_run("twins and explained ones are told", twins_and_explained_ones_are_told);
  tap_run("a killed one that is listed stays killed", a_killed_one_that_is_listed_stays_killed);
  tap_run("a mutant of another kernel is known again", a_mutant_of_another_kernel_is_known_again);
  tap_run("what hidden cases alone kill is told from what a visible one kills",
          what_hidden_cases_alone_kill_is_told);
  tap_run("nothing to kill is a full score", nothing_to_kill_is_a_full_score);
  return tap_finish();
}
