#include "judge/case_orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "finding/schedule.h"
#include "finding/order_cause.h"

/* ---- what another order shows ---------------------------------------------------- */

/* The outputs of the order that is wrong are those to look at. */
static void take_outputs(struct wb_case_result *result, struct wb_case_result *other) {
  const struct wb_case_result before = *result;
  result->first_mismatch = other->first_mismatch;
  result->mismatches = other->mismatches;
  result->printed = other->printed;
  if (result->prints_judged) result->text = other->text;
  result->previews = other->previews;
  result->n_previews = other->n_previews;
  other->first_mismatch = before.first_mismatch;
  other->mismatches = before.mismatches;
  other->printed = before.printed;
  if (result->prints_judged) other->text = before.text;
  other->previews = before.previews;
  other->n_previews = before.n_previews;
}

static void depends_on_order(const struct wb_case *made, struct wb_case_result *result,
                             const struct wb_schedule *right, const struct wb_schedule *wrong) {
  const struct wb_mismatch *mismatch = &result->first_mismatch;
  struct wb_finding finding = {.kind = WB_ORDER_DEPENDENCE,
                               .severity = WB_SEVERITY_ERROR,
                               .memory = WB_MEMORY_GLOBAL,
                               .has_index = mismatch->present,
                               .index = (int64_t)mismatch->index,
                               .count = 1};
  char right_words[WB_SCHEDULE_WORDS_MAX], wrong_words[WB_SCHEDULE_WORDS_MAX];
  wb_schedule_words(right, right_words);
  wb_schedule_words(wrong, wrong_words);
  wb_schedule_text(wrong, finding.order, sizeof finding.order);
  snprintf(finding.kernel, sizeof finding.kernel, "%s", wb_case_entry(made));
  if (mismatch->present) snprintf(finding.array, sizeof finding.array, "%s", mismatch->array);
  if (!mismatch->present && result->printed.present) finding.memory = WB_MEMORY_NONE;
  snprintf(finding.message, sizeof finding.message,
           "%.63s%.40s is right when work-items run %s and wrong when they run %s",
           mismatch->present ? finding.array : "what is printed",
           mismatch->present ? mismatch->position : "", right_words, wrong_words);
  result->right = *right;
  wb_case_add_finding(result, &finding);
  wb_case_verdict(result, WB_VERDICT_RUNTIME_ERROR, "%s", "");
}

/* Adds to `result` what `other`, of another order, shows. True where nothing
 * that a further order shows could matter. */
static bool combine_results(const struct wb_case *made, struct wb_case_result *result,
                            struct wb_case_result *other) {
  const struct wb_schedule first = result->order;
  wb_case_add_order(result, other);
  if (!wb_case_has_ended(result)) return true;
  if (wb_case_is_right(result) && !wb_case_is_right(other)) {
    take_outputs(result, other);
    result->order = other->order;
    depends_on_order(made, result, &first, &other->order);
  } else if (!wb_case_is_right(result) && wb_case_is_right(other)) {
    depends_on_order(made, result, &other->order, &first);
  }
  return !wb_case_has_ended(result);
}

/* ---- launching ------------------------------------------------------------------- */

static enum wb_status judge_in(const struct wb_case_job *job, const struct wb_case *made,
                               struct wb_case_result *result, struct wb_error *err) {
  struct wb_case_run *run = wb_alloc(sizeof *run);
  enum wb_status status = wb_case_launch(run, job, made, err);
  if (status == WB_OK)
    status = wb_case_finish(run, result, err);
  else
    wb_case_abandon(run);
  free(run);
  return status;
}

enum wb_status wb_case_try_orders(const struct wb_case_job *job, const struct wb_case *made,
                                  uint64_t number, struct wb_case_result *result,
                                  struct wb_error *err) {
  struct wb_case_job how = *job;
  enum wb_status status = WB_OK;
  bool decided = false;
  for (size_t i = 0; i < WB_SCHEDULE_ORDERS && status == WB_OK && !decided; i++) {
    struct wb_case_result other = {0};
    how.schedule = wb_schedule_order(i, number);
    if (how.schedule.kind == job->schedule.kind) continue;
    status = judge_in(&how, made, &other, err);
    if (status == WB_OK) decided = combine_results(made, result, &other);
    wb_case_result_release(&other);
  }
  return status;
}

/* ---- where they part --------------------------------------------------------------- */

static struct wb_finding *dependence_of(const struct wb_case_result *result) {
  struct wb_finding *found = NULL;
  for (size_t i = 0; i < result->n_findings && found == NULL; i++)
    if (result->findings[i].kind == WB_ORDER_DEPENDENCE) found = &result->findings[i];
  return found;
}

bool wb_case_depends_on_order(const struct wb_case_result *result) {
  return dependence_of(result) != NULL;
}

/* *outcome is released by the caller. */
static enum wb_status trace_in(const struct wb_case_job *job, const struct wb_case *made,
                               struct wb_outcome *outcome, struct wb_error *err) {
  struct wb_case_run *run = wb_alloc(sizeof *run);
  enum wb_status status = wb_case_launch(run, job, made, err);
  if (status == WB_OK) status = wb_device_finish(job->device, err);
  if (status == WB_OK) status = wb_arguments_release(&run->arguments, err);
  *outcome = run->outcome; /* whose texts are on the heap */
  wb_outcome_init(&run->outcome);
  wb_case_abandon(run);
  free(run);
  return status;
}

void wb_case_explain_order(const struct wb_case_job *job, wb_handle traced,
                           const struct wb_case *made, struct wb_case_result *result) {
  struct wb_finding *finding = dependence_of(result);
  struct wb_case_job how = *job;
  struct wb_outcome *outcomes = wb_alloc(2 * sizeof *outcomes);
  struct wb_order_cause cause;
  struct wb_error err = {0};
  char wrong[48];
  enum wb_status status = WB_OK;
  how.program = traced;
  how.trace_bytes = WB_TRACE_MAX;
  snprintf(wrong, sizeof wrong, "%s", finding->order);
  for (int i = 0; i < 2; i++) wb_outcome_init(&outcomes[i]);
  for (int i = 0; i < 2 && status == WB_OK; i++) {
    how.schedule = result->right;
    if (i == 1 && !wb_schedule_parse(wrong, &how.schedule)) break;
    status = trace_in(&how, made, &outcomes[i], &err);
  }
  const struct wb_order_run runs[2] = {{outcomes[0].trace, outcomes[0].trace_length},
                                       {outcomes[1].trace, outcomes[1].trace_length}};
  if (status == WB_OK && runs[0].length > 0 && runs[1].length > 0 && finding->has_index &&
      wb_order_cause_find(runs, finding->array, (uint64_t)finding->index, &cause))
    wb_case_name_cause(finding, &cause);
  for (int i = 0; i < 2; i++) wb_outcome_release(&outcomes[i]);
  free(outcomes);
}
