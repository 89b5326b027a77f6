/* Warnings of the compiler that a finding says again, and better. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "result/result.h"

/* Which warnings, by words that they have, which findings say. */
static const struct said {
  enum wb_finding_kind kind;
  const char *words;
  bool has_index; /* the number after the words is the finding's index */
} said[] = {{WB_OUT_OF_BOUNDS, "array index ", true},
            {WB_DIVIDE_BY_ZERO, " by zero is undefined", false},
            {WB_PRINTF_MISMATCH, "format specifies type ", false}};

static bool is_same_warning(const struct wb_diagnostic *a, const struct said *kind, uint32_t line) {
  return !a->is_note && a->severity == WB_SEVERITY_WARNING && a->file[0] == '\0' &&
         a->line == line && strstr(a->message, kind->words) != NULL;
}

static bool says(const struct wb_finding *finding, const struct wb_diagnostic *warning,
                 const struct said *kind) {
  const char *words = strstr(warning->message, kind->words);
  return !kind->has_index ||
         (finding->has_index && finding->index == strtoll(words + strlen(kind->words), NULL, 10));
}

/* Whether a case has as many findings of that line as there are warnings, this one among them. */
static bool case_says(const struct wb_case_result *one, const struct wb_diagnostic *warning,
                      const struct said *kind, size_t warnings) {
  size_t count = 0;
  bool found = false;
  for (size_t i = 0; i < one->n_findings; i++) {
    const struct wb_finding *finding = &one->findings[i];
    if (finding->kind != kind->kind || finding->severity != WB_SEVERITY_ERROR ||
        finding->file[0] != '\0' || finding->line != warning->line)
      continue;
    count++;
    found = found || says(finding, warning, kind);
  }
  return found && count >= warnings;
}

/* Every visible case that failed says it: whichever of them is shown. */
static bool is_said(const struct wb_result *result, const struct wb_diagnostic *warning) {
  const struct said *kind = NULL;
  size_t warnings = 0, failed = 0, saying = 0;
  for (size_t i = 0; i < sizeof said / sizeof said[0]; i++)
    if (is_same_warning(warning, &said[i], warning->line)) kind = &said[i];
  if (kind == NULL || wb_ends_with(warning->message, " times)")) return false;
  for (size_t i = 0; i < result->n_diagnostics; i++)
    warnings += is_same_warning(&result->diagnostics[i], kind, warning->line);
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[i];
    if (!one->visible || one->verdict == WB_VERDICT_ACCEPTED || !wb_case_was_run(one)) continue;
    failed++;
    saying += case_says(one, warning, kind, warnings);
  }
  return failed > 0 && saying == failed;
}

void wb_result_drop_said_warnings(struct wb_result *result) {
  bool drops[WB_MAX_DIAGNOSTICS] = {false};
  size_t kept = 0;
  for (size_t i = 0; i < result->n_diagnostics && i < WB_MAX_DIAGNOSTICS; i++)
    drops[i] = result->diagnostics[i].is_note ? i > 0 && drops[i - 1]
                                              : is_said(result, &result->diagnostics[i]);
  for (size_t i = 0; i < result->n_diagnostics; i++)
    if (i >= WB_MAX_DIAGNOSTICS || !drops[i]) result->diagnostics[kept++] = result->diagnostics[i];
  /* Where there are no diagnostics, the log is shown in their place. */
  if (kept == 0 && result->n_diagnostics > 0 && result->compile_log != NULL)
    result->compile_log[0] = '\0';
  result->n_diagnostics = kept;
}
