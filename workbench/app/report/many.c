#include <stdlib.h>
#include <string.h>

#include "report/summary.h"
#include "report/write.h"
#include "base/file.h"
#include "result/steps.h"
#include "text/columns.h"

/* check-all for people: a line each, and the count. */
enum { NAME_COLUMNS = 34 };

static void add_finding(struct wb_str *out, const struct wb_finding *finding, const char *file) {
  wb_str_add(out, wb_finding_kind_name(finding->kind));
  if (finding->line == 0) return;
  wb_str_addf(out, " at %s:%u", finding->file[0] != '\0' ? finding->file : file, finding->line);
  if (finding->column > 0) wb_str_addf(out, ":%u", finding->column);
}

static void add_case_reason(const struct wb_case_result *c, const char *file, struct wb_str *out) {
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

void wb_write_reason(const struct wb_result *result, struct wb_str *out) {
  if (result->verdict == WB_VERDICT_ACCEPTED) return;
  const char *file = wb_short_path(result->file != NULL ? result->file : "?");
  const size_t place = wb_smallest_failure(result);
  const struct wb_case_result *c = place < result->n_cases ? &result->cases[place] : NULL;
  if (result->verdict == WB_VERDICT_COMPILE_ERROR && result->n_diagnostics > 0)
    add_diagnostic(out, main_diagnostic(result), file);
  else if (c != NULL)
    add_case_reason(c, file, out);
  else if (result->detail != NULL)
    wb_str_add(out, result->detail);
}

static void write_item(struct wb_document *line, const struct wb_report_item *item) {
  size_t used = wb_text_width(item->name);
  bool good = item->ok || item->skipped != NULL;
  wb_document_add_line(line);
  wb_write(line,
           item->skipped ? WB_STYLE_DIM
           : good        ? WB_STYLE_GOOD
                         : WB_STYLE_BAD,
           item->skipped ? "- "
           : good        ? "✓ "
                         : "✗ ");
  wb_write(line, WB_STYLE_PLAIN, item->name);
  wb_put(line, WB_STYLE_PLAIN, "%*s", used < NAME_COLUMNS ? (int)(NAME_COLUMNS - used) : 2, "");
  if (item->skipped != NULL) wb_write(line, WB_STYLE_DIM, item->skipped);
  if (item->absent != NULL) wb_write(line, WB_STYLE_PLAIN, item->absent);
  if (item->result == NULL) return;
  wb_write(line, good ? WB_STYLE_PLAIN : WB_STYLE_BAD, wb_verdict_name(item->result->verdict));
  const double score = item->result->score;
  if (score > 0 && score < 1) wb_put(line, WB_STYLE_PLAIN, " (%u %%)", wb_score_percent(score));
  struct wb_str reason;
  wb_str_init(&reason);
  if (!good && item->result->n_steps > 0) {
    wb_str_add(&reason, ", ");
    wb_steps_done_words(wb_result_steps_done(item->result), item->result->n_steps, &reason);
    wb_write(line, WB_STYLE_PLAIN, reason.data);
    wb_str_clear(&reason);
  }
  wb_write_reason(item->result, &reason);
  if (reason.length > 0) wb_put(line, WB_STYLE_PLAIN, ": %s", reason.data);
  wb_str_release(&reason);
}

static void flush_lines(const struct wb_report *report, struct wb_document *lines) {
  wb_styled_to_ansi(lines, &report->style, report->out);
  wb_document_release(lines);
}

static void text_item(struct wb_report *report, const struct wb_report_item *item) {
  struct wb_document line = {0};
  write_item(&line, item);
  flush_lines(report, &line);
}

static void text_end(struct wb_report *report) {
  struct wb_document line = {0};
  size_t passed = report->done - report->failed - report->skipped;
  wb_document_add_line(&line);
  wb_document_add_line(&line);
  wb_put(&line, report->failed == 0 ? WB_STYLE_GOOD : WB_STYLE_BAD, "%zu of %zu %s", passed,
         report->done - report->skipped, "accepted");
  if (report->failed > 0) wb_put(&line, WB_STYLE_BAD, ", %zu not", report->failed);
  if (report->skipped > 0) wb_put(&line, WB_STYLE_DIM, ", %zu skipped", report->skipped);
  if (report->failed > 0)
    wb_put(&line, WB_STYLE_PLAIN, "; score %u %%", wb_score_percent(wb_report_score(report)));
  if (report->left_out != NULL) wb_put_line(&line, WB_STYLE_DIM, "%s", report->left_out);
  if (report->lacks != NULL) {
    wb_document_add_line(&line);
    wb_put(&line, WB_STYLE_DIM, "judged %s", report->lacks);
  }
  flush_lines(report, &line);
}

const struct wb_report_format wb_format_text = {
    .name = "text",
    .item = text_item,
    .end = text_end,
};
