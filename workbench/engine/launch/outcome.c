#include "launch/outcome.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "finding/array_count.h"
#include "finding/counters.h"
#include "finding/line_cost.h"

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

struct wb_finding *wb_case_known_finding(const struct wb_case_result *result,
                                         const struct wb_finding *finding) {
  for (size_t i = 0; i < result->n_findings; i++) {
    struct wb_finding *known = &result->findings[i];
    const bool alike = known->kind == finding->kind && known->severity == finding->severity &&
                       strcmp(known->array, finding->array) == 0;
    if (alike && known->line == finding->line && known->column == finding->column &&
        strcmp(known->file, finding->file) == 0)
      return known;
    /* Which of two accesses comes second is a matter of the order. */
    if (alike && finding->kind == WB_DATA_RACE && known->line == finding->other.line &&
        known->other.line == finding->line)
      return known;
  }
  return NULL;
}

static void add_launch_finding(struct wb_case_result *result, const struct wb_finding *finding,
                               uint32_t launch, uint32_t launches) {
  struct wb_finding one = *finding;
  struct wb_finding *before = launch > 1 ? wb_case_known_finding(result, finding) : NULL;
  one.launch = launch;
  one.launches = launches;
  one.in_launches = 1;
  if (before != NULL && before->launch != launch) {
    before->count += finding->count;
    before->items = before->items > 0 && finding->items > 0 ? before->items + finding->items : 0;
    before->in_launches++;
  } else if (launch == 1 || result->n_findings < WB_MAX_OUTCOME_FINDINGS) {
    wb_case_add_finding(result, &one);
  } else {
    result->findings_dropped++;
  }
}

/* Each in the order in which it was found. */
static void put_errors_first(struct wb_case_result *result) {
  const size_t bytes = result->n_findings * sizeof *result->findings;
  struct wb_finding *found = bytes > 0 ? wb_alloc(bytes) : NULL;
  size_t n = 0;
  if (bytes == 0) return;
  memcpy(found, result->findings, bytes);
  for (int severity = WB_SEVERITY_ERROR; severity <= WB_SEVERITY_WARNING; severity++)
    for (size_t i = 0; i < result->n_findings; i++)
      if ((int)found[i].severity == severity) result->findings[n++] = found[i];
  free(found);
}

static void add_findings(const struct wb_outcome *outcome, uint32_t launch, uint32_t launches,
                         struct wb_case_result *result) {
  for (size_t i = 0; i < outcome->n_findings; i++) {
    if (launches > 1)
      add_launch_finding(result, &outcome->findings[i], launch, launches);
    else
      wb_case_add_finding(result, &outcome->findings[i]);
    if (outcome->findings[i].severity == WB_SEVERITY_ERROR)
      wb_case_verdict(result, WB_VERDICT_RUNTIME_ERROR, "%s", "");
  }
  put_errors_first(result);
  result->findings_dropped += outcome->findings_dropped;
}

static void add_lines(const struct wb_outcome *outcome, struct wb_case_result *result) {
  struct wb_line_cost *lines = wb_alloc((result->n_lines + outcome->n_lines) * sizeof *lines);
  if (result->n_lines > 0) memcpy(lines, result->lines, result->n_lines * sizeof *lines);
  memcpy(lines + result->n_lines, outcome->lines, outcome->n_lines * sizeof *lines);
  free(result->lines);
  result->lines = lines;
  result->n_lines = wb_line_costs_gather(lines, result->n_lines + outcome->n_lines);
}

static void add_text(const struct wb_outcome *outcome, struct wb_case_result *result) {
  struct wb_str text;
  if (outcome->text_length == 0) return;
  wb_str_init(&text);
  wb_str_add(&text, result->text);
  wb_str_add_bytes(&text, outcome->text, strnlen(outcome->text, outcome->text_length));
  free(result->text);
  result->text = wb_str_detach(&text);
}

static void end_badly(const struct wb_outcome *outcome, uint32_t launch, uint32_t launches,
                      struct wb_case_result *result) {
  const char *words = outcome->detail[0] != '\0' ? outcome->detail : plain_words(outcome->kind);
  if (launches > 1)
    wb_case_verdict(result, verdict_of(outcome->kind), "%s, in launch %u of %u", words, launch,
                    launches);
  else
    wb_case_verdict(result, verdict_of(outcome->kind), "%s", words);
}

void wb_case_add_outcome(const struct wb_outcome *outcome, uint32_t launch, uint32_t launches,
                         struct wb_case_result *result) {
  result->launches = launches > 1 ? launches : 0;
  add_findings(outcome, launch, launches, result);
  wb_counters_add(&result->counters, &outcome->counters);
  add_lines(outcome, result);
  wb_array_counts_add(&result->arrays, &result->n_arrays, outcome->arrays, outcome->n_arrays);
  add_text(outcome, result);
  result->time_ns += outcome->time_ns;
  result->spent_ns += outcome->spent_ns;
  if (outcome->kind != WB_OUTCOME_DONE) end_badly(outcome, launch, launches, result);
}
