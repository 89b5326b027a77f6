#include "tui/counters_model.h"

#include <stdlib.h>

#include "base/str.h"
#include "finding/counters.h"
#include "report/counter_words.h"
#include "tui/actions.h"
#include "tap.h"

static struct wb_model model;

static struct wb_result *result_with(const char *source, uint64_t subgroup) {
  struct wb_result *result = wb_alloc(sizeof *result);
  result->source = wb_strdup(source);
  result->source_length = strlen(source);
  result->verdict = WB_VERDICT_ACCEPTED;
  result->n_cases = 3;
  result->cases = wb_alloc(3 * sizeof *result->cases);
  for (size_t i = 0; i < 3; i++) {
    struct wb_case_result *one = &result->cases[i];
    one->name = wb_format("case %zu", i);
    one->visible = i < 2;
    one->verdict = WB_VERDICT_ACCEPTED;
    one->detail = wb_strdup("");
    one->text = wb_strdup("");
    one->counters = (struct wb_counters){
        .global_reads = 8 * (i + 1), .items = 4 * (i + 1), .subgroup = subgroup};
    if (subgroup > 0) one->counters.global_transactions = 2;
  }
  return result;
}

static void start(void) {
  struct wb_names slugs;
  wb_names_init(&slugs);
  wb_names_add(&slugs, "01-map");
  wb_names_add(&slugs, "02-zip");
  wb_model_init(&model, &slugs, NULL, true);
  wb_names_release(&slugs);
  wb_model_resize(&model, 40, 120);
  wb_model_run_started(&model, false, true);
  wb_model_run_finished(&model, result_with("a", 0));
  wb_model_prepare(&model);
}

static void stop(void) { wb_model_release(&model); }

static struct wb_counters *figures(uint64_t reads) {
  struct wb_counters *cases = wb_alloc(3 * sizeof *cases);
  for (size_t i = 0; i < 3; i++) cases[i].global_reads = reads;
  return cases;
}

static void nothing_is_measured_unless_it_is_shown(void) {
  start();
  CHECK_INT(wb_counters_model_wants(&model), WB_MEASURE_NOTHING);
  wb_do_counters(&model);
  CHECK(wb_counters_model_shows(&model));
  CHECK_INT(wb_counters_model_wants(&model), WB_MEASURE_OWN);
  wb_do_counters(&model);
  CHECK_INT(wb_counters_model_wants(&model), WB_MEASURE_NOTHING);
  stop();
}

static void a_kernel_that_failed_shows_first_why(void) {
  start();
  wb_do_counters(&model);
  struct wb_result *failed = result_with("b", 0);
  failed->verdict = WB_VERDICT_RUNTIME_ERROR;
  wb_model_run_started(&model, false, true);
  wb_model_run_finished(&model, failed);
  CHECK(!wb_counters_model_shows(&model));
  wb_do_counters(&model);
  CHECK(wb_counters_model_shows(&model));
  wb_model_run_started(&model, false, true);
  wb_model_run_finished(&model, result_with("c", 0));
  CHECK(wb_counters_model_shows(&model));
  stop();
}

static void own_and_ours_are_measured_once(void) {
  start();
  wb_do_counters(&model);
  CHECK_INT(wb_counters_model_wants(&model), WB_MEASURE_OWN);
  wb_counters_model_measuring(&model, true);
  struct wb_result *more = result_with("a", 32);
  CHECK(wb_counters_model_own(&model, more));
  CHECK_INT(model.items[0].result->cases[1].counters.global_transactions, 2);
  wb_result_release(more);
  free(more);
  CHECK_INT(wb_counters_model_wants(&model), WB_MEASURE_ASK);
  wb_counters_model_asked(&model);
  CHECK(wb_counters_model_is_pending(&model));
  wb_counters_model_ours_are(&model, 0, NULL, 0);
  CHECK_INT(wb_counters_model_wants(&model), WB_MEASURE_OURS);
  wb_counters_model_measuring(&model, false);
  wb_counters_model_ours_are(&model, 0, figures(5), 3);
  CHECK_INT(wb_counters_model_wants(&model), WB_MEASURE_NOTHING);
  CHECK(!wb_counters_model_is_pending(&model));
  CHECK_INT(wb_counters_model_ours(&model, 1)->global_reads, 5);
  CHECK(wb_counters_model_ours(&model, 3) == NULL);
  stop();
}

static void figures_of_another_text_are_not_taken(void) {
  start();
  wb_do_counters(&model);
  struct wb_result *later = result_with("saved meanwhile", 32);
  CHECK(!wb_counters_model_own(&model, later));
  CHECK_INT(model.items[0].result->cases[1].counters.subgroup, 0);
  wb_result_release(later);
  free(later);
  stop();
}

static void another_puzzles_figures_are_forgotten(void) {
  start();
  wb_do_counters(&model);
  wb_counters_model_wants(&model);
  wb_counters_model_ours_are(&model, 0, figures(5), 3);
  wb_model_select(&model, 1);
  wb_model_run_started(&model, false, true);
  wb_model_run_finished(&model, result_with("b", 32));
  CHECK(wb_counters_model_ours(&model, 1) == NULL);
  CHECK_INT(wb_counters_model_wants(&model), WB_MEASURE_ASK);
  wb_counters_model_ours_are(&model, 0, figures(7), 3); /* comes late */
  CHECK(wb_counters_model_ours(&model, 1) == NULL);
  stop();
}

static void what_was_stopped_is_wanted_again(void) {
  start();
  wb_do_counters(&model);
  wb_counters_model_wants(&model);
  wb_counters_model_measuring(&model, true);
  CHECK_INT(wb_counters_model_wants(&model), WB_MEASURE_ASK);
  wb_counters_model_stopped(&model);
  CHECK_INT(wb_counters_model_wants(&model), WB_MEASURE_OWN);
  stop();
}

static void the_case_is_the_one_over_budget_else_the_largest_visible(void) {
  start();
  CHECK_INT(wb_counters_model_case(&model), 1);
  model.items[0].result->cases[2].verdict = WB_VERDICT_OVER_BUDGET;
  CHECK_INT(wb_counters_model_case(&model), 2);
  wb_do_counters(&model);
  wb_do_next_case(&model);
  CHECK_INT(wb_counters_model_case(&model), 0);
  wb_do_previous_case(&model);
  CHECK_INT(wb_counters_model_case(&model), 2);
  stop();
}

static void cases_that_were_stopped_have_no_counters(void) {
  start();
  model.items[0].result->cases[1].counters.unfinished = 1;
  CHECK_INT(wb_counters_model_case(&model), 0);
  wb_do_counters(&model);
  wb_do_next_case(&model);
  CHECK_INT(wb_counters_model_case(&model), 2);
  wb_do_previous_case(&model);
  CHECK_INT(wb_counters_model_case(&model), 0);
  model.items[0].result->cases[0].counters.unfinished = 3;
  model.items[0].result->cases[2].counters.unfinished = 3;
  CHECK(wb_counters_model_case(&model) == SIZE_MAX);
  stop();
}

static void the_cursor_meets_only_what_is_shown(void) {
  size_t count;
  const struct wb_counter_words *words = wb_counter_words(&count);
  start();
  wb_do_counters(&model);
  model.items[0].result->cases[1].counters.barriers = 3;
  CHECK_STRING(words[wb_counters_model_choice(&model)].counter, "global_reads");
  wb_counters_model_move(&model, 1);
  CHECK_STRING(words[wb_counters_model_choice(&model)].counter, "barriers");
  wb_counters_model_move(&model, 5);
  CHECK_STRING(words[wb_counters_model_choice(&model)].counter, "barriers");
  wb_counters_model_move(&model, -9);
  CHECK_STRING(words[wb_counters_model_choice(&model)].counter, "global_reads");
  stop();
}

static void every_counter_has_words_but_those_that_say_nothing_alone(void) {
  size_t count, known = 0;
  const struct wb_counter_words *words = wb_counter_words(&count);
  for (size_t i = 0; i < count; i++) known += wb_counter_index(words[i].counter) < WB_COUNTER_COUNT;
  CHECK_INT(known, count);
  CHECK_INT(count, WB_COUNTER_COUNT - 5); /* subgroup, unmodelled, uncounted, items, unfinished */
}

int main(void) {
  tap_run("nothing is measured unless it is shown", nothing_is_measured_unless_it_is_shown);
  tap_run("a kernel that failed shows first why", a_kernel_that_failed_shows_first_why);
  tap_run("own and ours are measured once", own_and_ours_are_measured_once);
  tap_run("figures of another text are not taken", figures_of_another_text_are_not_taken);
  tap_run("another puzzle's figures are forgotten", another_puzzles_figures_are_forgotten);
  tap_run("what was stopped is wanted again", what_was_stopped_is_wanted_again);
  tap_run("the case is the one over budget, else the largest visible",
          the_case_is_the_one_over_budget_else_the_largest_visible);
  tap_run("cases that were stopped have no counters", cases_that_were_stopped_have_no_counters);
  tap_run("the cursor meets only what is shown", the_cursor_meets_only_what_is_shown);
  tap_run("every counter has words but those that say nothing alone",
          every_counter_has_words_but_those_that_say_nothing_alone);
  return tap_finish();
}
