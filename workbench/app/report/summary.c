#include "report/summary.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "report/printed.h"
#include "result/steps.h"

/* ---- in short ---- */

static const char *const verdict_words[WB_VERDICT_COUNT] = {
    [WB_VERDICT_JUDGE_ERROR] = "judge error",
    [WB_VERDICT_SECURITY_VIOLATION] = "security violation",
    [WB_VERDICT_COMPILE_ERROR] = "compile error",
    [WB_VERDICT_TIME_LIMIT] = "time limit",
    [WB_VERDICT_MEMORY_LIMIT] = "memory limit",
    [WB_VERDICT_OUTPUT_LIMIT] = "output limit",
    [WB_VERDICT_RUNTIME_ERROR] = "runtime error",
    [WB_VERDICT_WRONG_ANSWER] = "wrong answer",
    [WB_VERDICT_OVER_BUDGET] = "over budget",
    [WB_VERDICT_ACCEPTED] = "accepted",
};

const char *wb_verdict_words(enum wb_verdict verdict) {
  return verdict < WB_VERDICT_COUNT ? verdict_words[verdict] : "?";
}

static bool has_text(const char *text) { return text != NULL && text[0] != '\0'; }

/* ---- where to begin ---- */

static bool failed_with(const struct wb_case_result *one, enum wb_verdict verdict) {
  return verdict != WB_VERDICT_ACCEPTED && one->verdict == verdict && wb_case_was_run(one);
}

size_t wb_smallest_failure(const struct wb_result *result) {
  return wb_smallest_with(result, wb_result_verdict_to_explain(result));
}

size_t wb_smallest_with(const struct wb_result *result, enum wb_verdict verdict) {
  size_t best = result->n_cases;
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[i];
    if (!failed_with(one, verdict) || !wb_case_is_to_explain(result, one)) continue;
    if (best == result->n_cases || wb_case_explains_better(one, &result->cases[best])) best = i;
  }
  return best;
}

/* The nth case to look at: the smallest failure, then the others in order. */
static size_t nth_case(const struct wb_result *result, size_t nth) {
  const size_t smallest = wb_smallest_failure(result);
  if (smallest >= result->n_cases) return nth;
  if (nth == 0) return smallest;
  return nth <= smallest ? nth - 1 : nth;
}

static bool short_diagnostic(const struct wb_result *result, struct wb_str *out) {
  for (size_t i = 0; i < result->n_diagnostics; i++) {
    const struct wb_diagnostic *diagnostic = &result->diagnostics[i];
    if (diagnostic->severity != WB_SEVERITY_ERROR) continue;
    if (diagnostic->line > 0) wb_str_addf(out, "line %u: ", diagnostic->line);
    wb_str_add(out, diagnostic->message);
    return true;
  }
  return false;
}

static bool short_finding(const struct wb_result *result, struct wb_str *out) {
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[nth_case(result, i)];
    if (!wb_case_is_to_explain(result, one)) continue;
    for (size_t k = 0; k < one->n_findings; k++) {
      const struct wb_finding *finding = &one->findings[k];
      if (finding->severity != WB_SEVERITY_ERROR) continue;
      if (finding->line > 0 && finding->file[0] != '\0')
        wb_str_addf(out, "%s:%u: ", finding->file, finding->line);
      else if (finding->line > 0)
        wb_str_addf(out, "line %u: ", finding->line);
      wb_str_addf(out, "%s: ", wb_finding_kind_name(finding->kind));
      if (finding->message[0] != '\0') {
        wb_str_add(out, finding->message); /* who did it is said in the pane */
      } else {
        wb_finding_describe(finding, out);
      }
      return true;
    }
  }
  return false;
}

bool wb_first_mismatch_in_short(const struct wb_result *result, struct wb_str *out) {
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[nth_case(result, i)];
    const struct wb_mismatch *first = &one->first_mismatch;
    if (!wb_case_is_to_explain(result, one)) continue;
    if (!first->present && one->printed.present) {
      wb_printed_in_short(&one->printed, out);
      return true;
    }
    if (!first->present) continue;
    wb_mismatch_words(first, out);
    return true;
  }
  return false;
}

static bool short_detail(const struct wb_result *result, struct wb_str *out) {
  if (has_text(result->detail)) {
    wb_str_add(out, result->detail);
    return true;
  }
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[nth_case(result, i)];
    if (!has_text(one->detail) || !wb_case_is_to_explain(result, one)) continue;
    wb_str_add(out, one->detail);
    return true;
  }
  return false;
}

void wb_result_in_short(const struct wb_result *result, struct wb_str *out) {
  typedef bool (*explain)(const struct wb_result *, struct wb_str *);
  static const explain explains[WB_VERDICT_COUNT] = {
      [WB_VERDICT_COMPILE_ERROR] = short_diagnostic,
      [WB_VERDICT_RUNTIME_ERROR] = short_finding,
      [WB_VERDICT_WRONG_ANSWER] = wb_first_mismatch_in_short,
  };
  struct wb_str why;
  wb_str_init(&why);
  const enum wb_verdict verdict = wb_result_verdict_to_explain(result);
  explain first = verdict < WB_VERDICT_COUNT ? explains[verdict] : NULL;
  if (first == NULL || !first(result, &why)) short_detail(result, &why);
  wb_str_add(out, wb_verdict_words(verdict));
  if (why.length > 0) wb_str_addf(out, ": %s", why.data);
  if (wb_result_budget_comes_first(result)) wb_str_add(out, "; a hidden case is wrong, too");
  wb_str_release(&why);
}

/* ---- findings ---- */

/* A finding of a hidden case does not name its array: its place has to do. */
static bool same_finding(const struct wb_finding *a, const struct wb_finding *b, bool hidden) {
  return a->kind == b->kind && a->line == b->line && a->column == b->column &&
         a->other.line == b->other.line && (hidden || strcmp(a->array, b->array) == 0) &&
         strcmp(a->file, b->file) == 0;
}

/* Where it is the same mistake as one that is known, of another array. */
static bool join_likewise(struct wb_unique_findings *out, const struct wb_finding *finding) {
  for (size_t i = 0; i < out->count; i++) {
    struct wb_unique_finding *known = &out->items[i];
    if (known->n_likewise == WB_MOST_LIKEWISE || !wb_finding_is_likewise(known->finding, finding))
      continue;
    known->likewise[known->n_likewise++] = finding;
    return true;
  }
  return false;
}

static void add_unique(struct wb_unique_findings *out, const struct wb_finding *finding,
                       size_t case_index) {
  if (join_likewise(out, finding)) return;
  out->items = wb_grow(out->items, &out->capacity, out->count + 1, sizeof *out->items);
  out->items[out->count++] =
      (struct wb_unique_finding){.finding = finding, .case_index = case_index, .n_cases = 1};
}

static bool is_known_likewise(const struct wb_unique_finding *known,
                              const struct wb_finding *finding, bool hidden) {
  bool found = false;
  for (size_t i = 0; i < known->n_likewise; i++)
    found = found || same_finding(known->likewise[i], finding, hidden);
  return found;
}

static void collect_one(struct wb_unique_findings *out, const struct wb_result *result,
                        const struct wb_finding *finding, size_t case_index) {
  const bool visible = result->cases[case_index].visible;
  for (size_t i = 0; i < out->count; i++) {
    struct wb_unique_finding *known = &out->items[i];
    const bool known_visible = result->cases[known->case_index].visible;
    const bool hidden = !visible || !known_visible;
    if (is_known_likewise(known, finding, hidden)) return;
    if (!same_finding(known->finding, finding, hidden)) continue;
    known->n_cases++;
    if (visible && !known_visible) { /* tells more */
      known->finding = finding;
      known->case_index = case_index;
    }
    return;
  }
  add_unique(out, finding, case_index);
}

static void collect_severity(struct wb_unique_findings *out, const struct wb_result *result,
                             enum wb_severity severity) {
  for (size_t i = 0; i < result->n_cases; i++) {
    const size_t index = nth_case(result, i);
    const struct wb_case_result *one = &result->cases[index];
    if (wb_case_is_later(result, one)) continue;
    for (size_t k = 0; k < one->n_findings; k++)
      if (one->findings[k].severity == severity) collect_one(out, result, &one->findings[k], index);
  }
}

void wb_findings_collect(const struct wb_result *result, struct wb_unique_findings *out) {
  *out = (struct wb_unique_findings){0};
  collect_severity(out, result, WB_SEVERITY_ERROR);
  collect_severity(out, result, WB_SEVERITY_WARNING);
}

void wb_findings_collect_case(const struct wb_case_result *one, struct wb_unique_findings *out) {
  *out = (struct wb_unique_findings){0};
  for (size_t i = 0; i < one->n_findings; i++) add_unique(out, &one->findings[i], 0);
}

struct wb_likewise_place wb_likewise_place(const struct wb_unique_finding *unique, size_t index) {
  const struct wb_finding *likewise = unique->likewise[index];
  struct wb_likewise_place place = {likewise->line, likewise->column};
  if (likewise->line == unique->finding->line)
    place = (struct wb_likewise_place){likewise->other.line, likewise->other.column};
  return place;
}

void wb_unique_finding_describe(const struct wb_unique_finding *unique, struct wb_str *out) {
  wb_finding_describe(unique->finding, out);
  for (size_t i = 0; i < unique->n_likewise; i++)
    wb_str_addf(out, "%s%s, see line %u", i == 0 ? "; likewise " : " and ",
                unique->likewise[i]->array, wb_likewise_place(unique, i).line);
}

void wb_findings_release(struct wb_unique_findings *findings) {
  free(findings->items);
  *findings = (struct wb_unique_findings){0};
}
