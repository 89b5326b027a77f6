#include "judge/redaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* A finding whose text comes from the kernel's declaration alone. */
static bool is_of_text(const struct wb_finding *finding) {
  return finding->kind == WB_INVALID_ARGUMENT;
}

static struct wb_finding redact_finding(const struct wb_finding *finding) {
  struct wb_finding told = {.kind = finding->kind,
                            .severity = finding->severity,
                            .access = finding->access,
                            .has_item = finding->has_item,
                            .line = finding->line,
                            .column = finding->column,
                            .count = 1,
                            .items = finding->n_first > 0,
                            .n_first = finding->n_first > 0,
                            .first = {finding->first[0]},
                            .other = finding->other};
  memcpy(told.file, finding->file, sizeof told.file);
  memcpy(told.order, finding->order, sizeof told.order);
  memcpy(told.kernel, finding->kernel, sizeof told.kernel);
  /* Which of a few reasons tells no more than the line does: a program may launch from another one
   * for each of them. */
  const char *reason = wb_word_help(&wb_launch_reasons, finding->reason);
  told.reason = finding->reason;
  snprintf(told.message, sizeof told.message, "%s",
           reason[0] != '\0' ? reason : wb_finding_kind_help(finding->kind));
  return told;
}

/* The first error, or else the first warning. */
static void redact_findings(struct wb_case_result *result) {
  const struct wb_finding *chosen = NULL;
  for (size_t i = 0; i < result->n_findings; i++) {
    const struct wb_finding *finding = &result->findings[i];
    if (is_of_text(finding)) return;
    if (chosen == NULL ||
        (chosen->severity == WB_SEVERITY_WARNING && finding->severity == WB_SEVERITY_ERROR))
      chosen = finding;
  }
  if (chosen != NULL) {
    const struct wb_finding told = redact_finding(chosen);
    result->findings[0] = told;
    result->n_findings = 1;
  }
  result->findings_dropped = 0;
}

/* The first counter that does not hold its budget; WB_COUNTER_COUNT: none. */
static unsigned exceeded_counter(const struct wb_case_result *result) {
  struct wb_counters counters = result->counters, budgets = result->budgets;
  unsigned i = 0;
  while (i < WB_COUNTER_COUNT &&
         ((result->budgeted >> i & 1) == 0 ||
          !wb_counter_exceeds(i, *wb_counter_at(&counters, i), *wb_counter_at(&budgets, i))))
    i++;
  return i;
}

/* The same of an array alone; NULL: none. */
static const struct wb_array_count *exceeded_array(const struct wb_case_result *result) {
  for (size_t i = 0; i < result->n_arrays; i++)
    if (wb_array_count_exceeds(&result->arrays[i])) return &result->arrays[i];
  return NULL;
}

static char *detail_of(const struct wb_case_result *result) {
  const unsigned counter = exceeded_counter(result);
  const struct wb_array_count *array = exceeded_array(result);
  char *detail = NULL;
  if (!wb_case_was_run(result))
    detail = wb_strdup(result->detail);
  else if (result->verdict == WB_VERDICT_OVER_BUDGET && counter < WB_COUNTER_COUNT)
    detail = wb_format(wb_counter_is_wanted(counter) ? "fewer %s than the puzzle asks for"
                                                     : "more %s than the puzzle allows",
                       wb_counter_noun(counter));
  else if (result->verdict == WB_VERDICT_OVER_BUDGET && array != NULL)
    detail = wb_format("more %ss of `%s` than the puzzle allows", wb_access_name(array->access),
                       array->array);
  else if (result->verdict == WB_VERDICT_ACCEPTED ||
           (result->verdict == WB_VERDICT_RUNTIME_ERROR && result->n_findings > 0))
    detail = wb_strdup("");
  else if (result->verdict == WB_VERDICT_RUNTIME_ERROR)
    detail = wb_strdup("the process that ran the kernel crashed");
  else if (result->verdict == WB_VERDICT_WRONG_ANSWER)
    detail = wb_strdup(!result->prints_judged ? "an output differs"
                       : result->prints_alone ? "what is printed differs"
                                              : "an output or what is printed differs");
  else
    detail = wb_strdup(wb_verdict_help(result->verdict));
  return detail;
}

void wb_redaction_apply(struct wb_case_result *result) {
  struct wb_case_result all = *result;
  struct wb_case_result told = {.name = all.name,
                                .visible = all.visible,
                                .step = all.step,
                                .group = all.group,
                                .verdict = all.verdict,
                                .detail = detail_of(&all),
                                .order = all.order,
                                .findings = all.findings,
                                .n_findings = all.n_findings,
                                .text = wb_strdup("")};
  redact_findings(&told);
  all.name = NULL;
  all.findings = NULL;
  wb_case_result_release(&all);
  *result = told;
}
