#include "report/emulation.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

#include "launch/spec.h"
#include "report/write.h"

enum { MOST_LOG_LINES = 60, MOST_PRINTED_LINES = 100000 };

struct report {
  const struct wb_emulation *e;
  const struct wb_emulation_view *view;
  const struct wb_case_result *run; /* NULL where nothing ran */
  struct wb_document *document;
  const char *file; /* as shown */
  unsigned width;
};

static bool is_said(const char *text) { return text != NULL && text[0] != '\0'; }

static const char *source_of(const struct report *r, const char *file) {
  const struct wb_source_view *sources = &r->view->sources;
  return sources->find != NULL ? sources->find(sources->data, file) : NULL;
}

/* ---- parts --------------------------------------------------------------------- */

static void separate_parts(const struct report *r) {
  if (r->document->n_lines > 0) wb_document_add_line(r->document);
}

/* The file of a place, as it is shown. */
static const char *shown_file(const struct report *r, const char *file) {
  return wb_short_path(file[0] != '\0' ? file : r->file);
}

static void write_diagnostics(const struct report *r) {
  const struct wb_result *result = &r->e->result;
  for (size_t i = 0; i < result->n_diagnostics; i++) {
    const struct wb_diagnostic *d = &result->diagnostics[i];
    const char *file = shown_file(r, d->file);
    separate_parts(r);
    wb_write_compiler_diagnostic(r->document, d, file, source_of(r, d->file), r->width);
  }
  if (result->n_diagnostics > 0 || !is_said(result->compile_log)) return;
  wb_write_block(r->document, 0, WB_STYLE_PLAIN, result->compile_log, MOST_LOG_LINES);
}

static void write_printed(const struct report *r) {
  if (!is_said(r->run->text)) return;
  separate_parts(r);
  wb_document_add_line(r->document);
  wb_write(r->document, WB_STYLE_STRONG, "The kernel printed:");
  wb_write_block(r->document, 2, WB_STYLE_PLAIN, r->run->text, MOST_PRINTED_LINES);
}

static void write_findings(const struct report *r) {
  for (size_t i = 0; i < r->run->n_findings && i < r->view->most_findings; i++) {
    const struct wb_finding *f = &r->run->findings[i];
    const char *file = shown_file(r, f->file);
    separate_parts(r);
    wb_write_compiler_finding(r->document, f, file, &r->view->sources, r->width);
  }
}

static void write_dumps(const struct report *r) {
  for (size_t i = 0; i < r->e->n_dumps; i++) {
    separate_parts(r);
    wb_write_dump(r->document, &r->e->dumps[i], r->width);
  }
}

/* ---- the last line -------------------------------------------------------------- */

static void add_count(struct wb_str *out, uint64_t count, const char *what) {
  if (count == 0) return;
  wb_str_addf(out, "%s%" PRIu64 " %s%s", out->length > 0 ? ", " : "", count, what,
              count == 1 ? "" : "s");
}

/* Errors and warnings of the checks; *hidden is how many of all are not shown. */
static void count_findings(const struct report *r, uint64_t counts[2], uint64_t *hidden) {
  const size_t most = r->view->most_findings;
  for (size_t i = 0; i < r->run->n_findings; i++)
    counts[r->run->findings[i].severity == WB_SEVERITY_WARNING]++;
  counts[0] += r->run->findings_dropped;
  *hidden = r->run->findings_dropped;
  if (r->run->n_findings > most) *hidden += r->run->n_findings - most;
}

/* "2 errors, 1 warning": of the checks and of the compiler. */
static void add_found(const struct report *r, struct wb_str *out, uint64_t *hidden) {
  uint64_t counts[2] = {0, 0};
  for (size_t i = 0; i < r->e->result.n_diagnostics; i++)
    if (!r->e->result.diagnostics[i].is_note)
      counts[r->e->result.diagnostics[i].severity == WB_SEVERITY_WARNING]++;
  if (r->run != NULL) count_findings(r, counts, hidden);
  add_count(out, counts[0], "error");
  add_count(out, counts[1], "warning");
}

const char *wb_emulation_verdict(const struct wb_emulation *emulation) {
  const struct wb_result *result = &emulation->result;
  if (result->verdict != WB_VERDICT_ACCEPTED) return wb_verdict_name(result->verdict);
  if (wb_result_has_warnings(result)) return "no-errors";
  return emulation->checks ? "clean" : "done";
}

/* As people read it. */
static const char *verdict_words(const struct report *r) {
  const char *word = wb_emulation_verdict(r->e);
  return strcmp(word, "no-errors") == 0 ? "no errors" : word;
}

static void add_launch(const struct wb_emulation *e, struct wb_str *out) {
  wb_str_add(out, "global ");
  wb_sizes_text(e->dimensions, e->global, out);
  wb_str_add(out, ", local ");
  wb_sizes_text(e->dimensions, e->local, out);
  if (e->local_chosen) wb_str_add(out, " (chosen)");
  if (e->offset[0] + e->offset[1] + e->offset[2] > 0) {
    wb_str_add(out, ", offset");
    for (unsigned d = 0; d < e->dimensions; d++)
      wb_str_addf(out, "%c%zu", d > 0 ? ',' : ' ', e->offset[d]);
  }
}

static void add_orders(const struct wb_emulation *e, struct wb_str *out) {
  if (e->asked_orders && e->order_proven)
    wb_str_add(out, "; proven to be the same in every order");
  else if (e->asked_orders && e->n_orders > 1)
    wb_str_addf(out, "; run in %u orders", e->n_orders);
  else if (e->asked_orders)
    wb_str_add(out, "; run in one order");
}

static enum wb_style style_of(const struct report *r) {
  enum wb_verdict verdict = r->e->result.verdict;
  if (verdict == WB_VERDICT_ACCEPTED) return WB_STYLE_GOOD;
  return verdict == WB_VERDICT_JUDGE_ERROR ? WB_STYLE_WARNING : WB_STYLE_BAD;
}

static void write_detail(const struct report *r) {
  const char *detail = r->e->result.detail;
  if (!is_said(detail) && r->run != NULL) detail = r->run->detail;
  if (!is_said(detail)) return;
  separate_parts(r);
  wb_write_paragraph(r->document, r->width, 0, "", WB_STYLE_PLAIN, detail);
}

static void write_summary(const struct report *r) {
  const struct wb_emulation *e = r->e;
  const bool good = e->result.verdict == WB_VERDICT_ACCEPTED;
  struct wb_str text;
  uint64_t hidden = 0;
  wb_str_init(&text);
  add_found(r, &text, &hidden);
  separate_parts(r);
  wb_document_add_line(r->document);
  wb_put(r->document, style_of(r), "%s %s", good ? "✓" : "✗", verdict_words(r));
  wb_put(r->document, WB_STYLE_STRONG, "  %s", e->kernel != NULL ? e->kernel : r->file);
  if (text.length > 0) wb_put(r->document, WB_STYLE_PLAIN, "  %s", text.data);
  if (hidden > 0) wb_put(r->document, WB_STYLE_PLAIN, " (%" PRIu64 " not shown)", hidden);
  if (r->run != NULL) {
    wb_str_clear(&text);
    add_launch(e, &text);
    wb_str_addf(&text, "; %s", e->result.device != NULL ? e->result.device : "?");
    if (!e->checks) wb_str_add(&text, ", which checks nothing (the emulator does)");
    if (r->run->time_ns > 0) {
      wb_str_add(&text, "; ");
      wb_write_time(&text, r->run->time_ns);
    }
    const char *lacks = wb_result_lacks(&e->result);
    if (lacks != NULL) wb_str_addf(&text, "; %s", lacks);
    add_orders(e, &text);
    wb_write_paragraph(r->document, r->width, 2, "", WB_STYLE_DIM, text.data);
  }
  if (e->trace_file != NULL) {
    wb_str_clear(&text);
    wb_str_addf(&text, "trace of %" PRIu64 " records in %s", e->trace_records, e->trace_file);
    if (e->trace_dropped > 0)
      wb_str_addf(&text, "; %" PRIu64 " more did not fit", e->trace_dropped);
    wb_write_paragraph(r->document, r->width, 2, "", WB_STYLE_DIM, text.data);
  }
  wb_str_release(&text);
}

void wb_report_emulation(const struct wb_emulation *emulation, const struct wb_emulation_view *view,
                         const struct wb_report_style *style, struct wb_str *out) {
  struct wb_document document = {0};
  struct report r = {.e = emulation,
                     .view = view,
                     .run = emulation->result.n_cases > 0 ? emulation->result.cases : NULL,
                     .document = &document,
                     .file = wb_short_path(emulation->result.file),
                     .width = style->width > 0 ? style->width : WB_REPORT_WIDTH};
  if (r.run != NULL) {
    write_printed(&r);
    write_findings(&r);
  }
  write_diagnostics(&r);
  if (r.run != NULL) {
    write_dumps(&r);
    if (view->stats) wb_write_stats(&document, emulation, r.file, r.width);
  }
  write_detail(&r);
  write_summary(&r);
  wb_styled_to_ansi(&document, style, out);
  wb_document_release(&document);
}
