/* Why a run was not accepted, in one line. */
#include "base/file.h"
#include "report/summary.h"
#include "report/write.h"

static void add_finding(struct wb_str *out, const struct wb_finding *finding, const char *file) {
  wb_str_add(out, wb_finding_kind_name(finding->kind));
  if (finding->line == 0) return;
  wb_str_addf(out, " at %s:%u", finding->file[0] != '\0' ? finding->file : file, finding->line);
  if (finding->column > 0) wb_str_addf(out, ":%u", finding->column);
}

void wb_write_case_reason(const struct wb_case_result *c, const char *judged, struct wb_str *out) {
  const char *file = wb_short_path(judged != NULL ? judged : "?");
  const struct wb_mismatch *m = &c->first_mismatch;
  if (c->n_findings > 0 && c->verdict == WB_VERDICT_RUNTIME_ERROR)
    add_finding(out, &c->findings[0], file);
  else if (m->present && c->visible && m->array && m->position && m->got && m->expected)
    wb_mismatch_words(m, out);
  else if (c->detail != NULL && c->detail[0] != '\0')
    wb_str_add(out, c->detail);
  else if (c->mismatches > 0)
    wb_str_addf(out, "%llu elements differ", (unsigned long long)c->mismatches);
}

static void add_diagnostic(struct wb_str *out, const struct wb_diagnostic *d, const char *file) {
  wb_str_add(out, d->file[0] != '\0' ? d->file : file);
  if (d->line > 0) wb_str_addf(out, ":%u", d->line);
  if (d->line > 0 && d->column > 0) wb_str_addf(out, ":%u", d->column);
  wb_str_addf(out, ": %s", d->message);
}

/* The first error: warnings may stand before it. */
static const struct wb_diagnostic *main_diagnostic(const struct wb_result *result) {
  for (size_t i = 0; i < result->n_diagnostics; i++)
    if (result->diagnostics[i].severity == WB_SEVERITY_ERROR) return &result->diagnostics[i];
  return &result->diagnostics[0];
}

void wb_write_reason(const struct wb_result *result, const char *file, struct wb_str *out) {
  if (result->verdict == WB_VERDICT_ACCEPTED) return;
  if (file == NULL) file = result->file != NULL ? result->file : "?";
  const size_t place = wb_smallest_failure(result);
  const struct wb_case_result *c = place < result->n_cases ? &result->cases[place] : NULL;
  if (result->verdict == WB_VERDICT_COMPILE_ERROR && result->n_diagnostics > 0)
    add_diagnostic(out, main_diagnostic(result), wb_short_path(file));
  else if (c != NULL)
    wb_write_case_reason(c, file, out);
  else if (result->detail != NULL)
    wb_str_add(out, result->detail);
}
