#include "launch/outcome.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

void wb_case_begin(struct wb_case_result *result) {
  result->verdict = WB_VERDICT_ACCEPTED;
  result->detail = wb_strdup("");
  result->text = wb_strdup("");
}

void wb_case_verdict(struct wb_case_result *result, enum wb_verdict verdict, const char *format,
                     ...) {
  va_list args;
  struct wb_str detail;
  if (verdict >= result->verdict) return;
  result->verdict = verdict;
  wb_str_init(&detail);
  va_start(args, format);
  wb_str_vaddf(&detail, format, args);
  va_end(args);
  free(result->detail);
  result->detail = wb_str_detach(&detail);
}

void wb_case_add_finding(struct wb_case_result *result, const struct wb_finding *finding) {
  result->findings = realloc(result->findings, (result->n_findings + 1) * sizeof *result->findings);
  if (result->findings == NULL) wb_bug("out of memory");
  result->findings[result->n_findings++] = *finding;
}

static enum wb_verdict verdict_of(enum wb_outcome_kind kind) {
  static const enum wb_verdict verdicts[] = {
      [WB_OUTCOME_DONE] = WB_VERDICT_ACCEPTED,
      [WB_OUTCOME_TIME_LIMIT] = WB_VERDICT_TIME_LIMIT,
      [WB_OUTCOME_MEMORY_LIMIT] = WB_VERDICT_MEMORY_LIMIT,
      [WB_OUTCOME_OUTPUT_LIMIT] = WB_VERDICT_OUTPUT_LIMIT,
      [WB_OUTCOME_CRASHED] = WB_VERDICT_RUNTIME_ERROR,
      [WB_OUTCOME_SECURITY] = WB_VERDICT_SECURITY_VIOLATION,
      [WB_OUTCOME_CANCELLED] = WB_VERDICT_JUDGE_ERROR,
  };
  return (unsigned)kind < sizeof verdicts / sizeof verdicts[0] ? verdicts[kind]
                                                               : WB_VERDICT_JUDGE_ERROR;
}

/* A limit that the device named without words. */
static const char *plain_words(enum wb_outcome_kind kind) {
  static const char *const words[] = {
      [WB_OUTCOME_TIME_LIMIT] = "the kernel ran longer than it may",
      [WB_OUTCOME_MEMORY_LIMIT] = "the kernel used more memory than it may",
      [WB_OUTCOME_OUTPUT_LIMIT] = "the kernel printed more than it may",
      [WB_OUTCOME_CRASHED] = "the process that ran the kernel crashed",
      [WB_OUTCOME_SECURITY] = "the sandbox refused what the kernel tried",
      [WB_OUTCOME_CANCELLED] = "cancelled",
  };
  return (unsigned)kind < sizeof words / sizeof words[0] && words[kind] != NULL ? words[kind] : "";
}

void wb_case_take_outcome(const struct wb_outcome *outcome, struct wb_case_result *result) {
  for (size_t i = 0; i < outcome->n_findings; i++) {
    wb_case_add_finding(result, &outcome->findings[i]);
    if (outcome->findings[i].severity == WB_SEVERITY_ERROR)
      wb_case_verdict(result, WB_VERDICT_RUNTIME_ERROR, "%s", "");
  }
  result->findings_dropped = outcome->findings_dropped;
  result->counters = outcome->counters;
  result->n_lines = outcome->n_lines;
  result->lines = wb_alloc(outcome->n_lines * sizeof *result->lines);
  memcpy(result->lines, outcome->lines, outcome->n_lines * sizeof *result->lines);
  result->time_ns = outcome->time_ns;
  free(result->text);
  result->text = wb_strndup(outcome->text != NULL ? outcome->text : "", outcome->text_length);
  if (outcome->kind != WB_OUTCOME_DONE)
    wb_case_verdict(result, verdict_of(outcome->kind), "%s",
                    outcome->detail[0] != '\0' ? outcome->detail : plain_words(outcome->kind));
}
