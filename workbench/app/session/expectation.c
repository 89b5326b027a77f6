#include "session/expectation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"
#include "result/groups.h"
#include "result/steps.h"

/* What follows `key` in a comment that is a line's beginning, of OpenCL C or of Lua; else NULL. */
static const char *after_key(const char *line, const char *key) {
  const bool is_comment = wb_starts_with(line, "// ") || wb_starts_with(line, "-- ");
  return is_comment && wb_starts_with(line + 3, key) ? line + 3 + strlen(key) : NULL;
}

/* The rest of the first such line; NULL where there is none. */
static const char *find_rest(const char *source, const char *key, size_t *length) {
  for (const char *line = source; line != NULL; line = strchr(line, '\n')) {
    line += *line == '\n';
    const char *rest = after_key(line, key);
    if (rest == NULL) continue;
    *length = strcspn(rest, "\r\n");
    return rest;
  }
  return NULL;
}

/* The same, cut to `size`. */
static bool find_value(const char *source, const char *key, char *value, size_t size) {
  size_t length = 0;
  const char *rest = find_rest(source, key, &length);
  if (rest != NULL) snprintf(value, size, "%.*s", (int)length, rest);
  return rest != NULL;
}

char *wb_expectation_why(const char *source) {
  size_t length = 0;
  const char *why = find_rest(source, "why:", &length);
  while (why != NULL && length > 0 && *why == ' ') why++, length--;
  return why != NULL && length > 0 ? wb_strndup(why, length) : NULL;
}

static const char *verdict_word(unsigned i) { return wb_verdict_name((enum wb_verdict)i); }
static const char *kind_word(unsigned i) { return wb_finding_kind_name((enum wb_finding_kind)i); }

/* An unknown word, with the nearest of the known ones. */
static enum wb_status fail_unknown(struct wb_error *err, const char *where, const char *what,
                                   const char *word, const char *(*known)(unsigned),
                                   unsigned count) {
  const char *names[WB_VERDICT_COUNT + (unsigned)WB_FINDING_KIND_COUNT];
  for (unsigned i = 0; i < count; i++) names[i] = known(i);
  const char *nearest = wb_nearest(word, names, count);
  return wb_fail_at(err, WB_ERR_SPEC, where, "'// expect:' names the unknown %s '%s'%s%s%s", what,
                    word, nearest != NULL ? "; did you mean '" : "", nearest != NULL ? nearest : "",
                    nearest != NULL ? "'?" : "");
}

static enum wb_status parse_words(const char *where, const char *words,
                                  struct wb_expectation *expectation, struct wb_error *err) {
  char verdict[32] = "", kind[32] = "", rest[8] = "";
  int count = sscanf(words, " %31s %31s %7s", verdict, kind, rest);
  if (count < 1)
    return wb_fail_at(err, WB_ERR_SPEC, where,
                      "'// expect:' names no verdict, such as wrong-answer");
  if (!wb_verdict_parse(verdict, &expectation->verdict))
    return fail_unknown(err, where, "verdict", verdict, verdict_word, WB_VERDICT_COUNT);
  expectation->has_kind = count >= 2;
  if (expectation->has_kind && !wb_finding_kind_parse(kind, &expectation->kind))
    return fail_unknown(err, where, "finding", kind, kind_word, WB_FINDING_KIND_COUNT);
  if (count > 2)
    return wb_fail_at(err, WB_ERR_SPEC, where, "'// expect:%s' has a word too many", words);
  if (expectation->verdict == WB_VERDICT_ACCEPTED)
    return wb_fail_at(err, WB_ERR_SPEC, where,
                      "a wrong kernel cannot be accepted; right ones belong in right/");
  return WB_OK;
}

enum wb_status wb_expectation_read(const char *file, const char *source,
                                   struct wb_expectation *expectation, struct wb_error *err) {
  char words[128], line[16], where[WB_ERROR_WHERE_MAX];
  memset(expectation, 0, sizeof *expectation);
  snprintf(where, sizeof where, "%s:1", file);
  if (after_key(source, "expect:") == NULL || !find_value(source, "expect:", words, sizeof words))
    return wb_fail_at(err, WB_ERR_SPEC, where,
                      "the first line must be '%s expect: VERDICT [FINDING]'",
                      wb_ends_with(file, ".lua") ? "--" : "//");
  enum wb_status status = parse_words(where, words, expectation, err);
  if (status != WB_OK) return status;
  if (find_value(source, "expect-line:", line, sizeof line))
    expectation->line = (unsigned)strtoul(line, NULL, 10);
  expectation->has_steps = find_value(source, "expect-steps:", line, sizeof line);
  if (expectation->has_steps) expectation->steps = (unsigned)strtoul(line, NULL, 10);
  int used = snprintf(expectation->text, sizeof expectation->text, "%s%s%s",
                      wb_verdict_name(expectation->verdict), expectation->has_kind ? " " : "",
                      expectation->has_kind ? wb_finding_kind_name(expectation->kind) : "");
  if (expectation->line != 0)
    used += snprintf(expectation->text + used, sizeof expectation->text - (size_t)used,
                     " at line %u", expectation->line);
  if (expectation->has_steps)
    snprintf(expectation->text + used, sizeof expectation->text - (size_t)used,
             ", with %u step%s done", expectation->steps, expectation->steps == 1 ? "" : "s");
  return WB_OK;
}

static bool finding_fits(const struct wb_expectation *expectation,
                         const struct wb_finding *finding) {
  bool line_fits = expectation->line == 0 || finding->line == expectation->line ||
                   (finding->other.present && finding->other.line == expectation->line);
  return line_fits && (!expectation->has_kind || finding->kind == expectation->kind);
}

static bool any_finding_fits(const struct wb_expectation *expectation,
                             const struct wb_result *result) {
  for (size_t i = 0; i < result->n_cases; i++)
    for (size_t k = 0; k < result->cases[i].n_findings; k++)
      if (finding_fits(expectation, &result->cases[i].findings[k])) return true;
  return false;
}

static bool any_diagnostic_fits(const struct wb_expectation *expectation,
                                const struct wb_result *result) {
  for (size_t i = 0; i < result->n_diagnostics; i++)
    if (result->diagnostics[i].severity == WB_SEVERITY_ERROR &&
        result->diagnostics[i].line == expectation->line)
      return true;
  return false;
}

bool wb_expectation_met(const struct wb_expectation *expectation, const struct wb_result *result) {
  if (result->verdict != expectation->verdict) return false;
  if (expectation->has_steps && result->n_steps > 0 &&
      wb_result_steps_done(result) != expectation->steps)
    return false;
  if (!expectation->has_kind && expectation->line == 0) return true;
  if (any_finding_fits(expectation, result)) return true;
  return !expectation->has_kind && any_diagnostic_fits(expectation, result);
}

/* ---- scores ------------------------------------------------------------------------------- */

enum wb_status wb_expected_score_read(const char *source, struct wb_expected_score *expected,
                                      struct wb_error *err) {
  double earned = 0;
  unsigned points = 0;
  char text[32], rest[2] = "";
  memset(expected, 0, sizeof *expected);
  if (!find_value(source, "expect-score:", text, sizeof text)) return WB_OK;
  const bool has_points = strchr(text, '/') != NULL;
  const int read = has_points ? sscanf(text, " %lf / %u %1s", &earned, &points, rest) - 1
                              : sscanf(text, " %lf %1s", &earned, rest);
  if (read != 1 || strchr(text, '-') != NULL || (has_points && points == 0) || !(earned >= 0) ||
      earned > (has_points ? points : 1))
    return wb_fail(err, WB_ERR_SPEC,
                   "'// expect-score:%s' is no score: write a share, as 0.4, or points, as 4/10",
                   text);
  expected->given = true;
  expected->score = has_points ? earned / points : earned;
  expected->points = points;
  snprintf(expected->text, sizeof expected->text, "%s", text + strspn(text, " "));
  return WB_OK;
}

bool wb_expected_score_met(const struct wb_expected_score *expected,
                           const struct wb_result *result) {
  enum { DIGITS = 100 };
  uint32_t points = 0;
  wb_result_points(result, &points);
  const bool counts = expected->points == 0 || points == 0 || points == expected->points;
  return counts && fabs(result->score - expected->score) * DIGITS < 0.5;
}
