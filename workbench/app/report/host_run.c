#include "report/host_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "report/timeline.h"
#include "report/write.h"

static void separate_parts(struct wb_document *document) {
  if (document->n_lines > 0) wb_document_add_line(document);
}

/* ---- what ended it ------------------------------------------------------------------------- */

static bool is_error(const struct wb_host_result *result) {
  return result->verdict >= WB_HOST_SCRIPT_ERROR;
}

/* Lua's own error, or that of a call of `gpu`. A compiler's words have lines of their own. */
static void write_error(const struct wb_host_result *result, const struct wb_host_view *view,
                        unsigned width, struct wb_document *document) {
  const char *file = result->file[0] != '\0' ? result->file : result->script;
  const char *text =
      view->sources.find != NULL ? view->sources.find(view->sources.data, result->file) : NULL;
  const char *end = strchr(result->detail, '\n');
  char *first = wb_strndup(result->detail,
                           end != NULL ? (size_t)(end - result->detail) : strlen(result->detail));
  const struct wb_diagnostic error = {.severity = WB_SEVERITY_ERROR, .line = result->line};
  struct wb_diagnostic shown = error;
  snprintf(shown.message, sizeof shown.message, "%s", first);
  wb_write_compiler_diagnostic(document, &shown, wb_short_path(file), text, width);
  if (end != NULL) wb_write_block(document, 4, WB_STYLE_PLAIN, end + 1, 60);
  free(first);
}

/* ---- findings ------------------------------------------------------------------------------ */

static void write_findings(const struct wb_host_result *result, const struct wb_host_view *view,
                           unsigned width, struct wb_document *document) {
  for (size_t i = 0; i < result->n_findings && i < view->most_findings; i++) {
    const struct wb_finding *finding = &result->findings[i];
    const char *file = finding->file[0] != '\0' ? finding->file : result->script;
    separate_parts(document);
    wb_write_compiler_finding(document, finding, wb_short_path(file), &view->sources, width);
  }
}

static void add_count(struct wb_str *out, uint64_t count, const char *what) {
  if (count == 0) return;
  wb_str_addf(out, "%s%" PRIu64 " %s%s", out->length > 0 ? ", " : "", count, what,
              count == 1 ? "" : "s");
}

/* "scalar_add.lua: runtime-error: 2 errors, 1 warning". */
static void write_last_line(const struct wb_host_result *result, const struct wb_host_view *view,
                            struct wb_document *document) {
  const enum wb_style style = result->verdict <= WB_HOST_NO_ERRORS ? WB_STYLE_GOOD : WB_STYLE_BAD;
  const size_t shown =
      result->n_findings < view->most_findings ? result->n_findings : view->most_findings;
  const uint64_t hidden = result->n_findings - shown + result->findings_dropped;
  struct wb_str counts;
  wb_str_init(&counts);
  add_count(&counts,
            wb_host_result_count(result, WB_SEVERITY_ERROR) + result->findings_dropped +
                (is_error(result) ? 1 : 0),
            "error");
  add_count(&counts, wb_host_result_count(result, WB_SEVERITY_WARNING), "warning");
  separate_parts(document);
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_STRONG, "%s: ", wb_short_path(result->script));
  wb_put(document, style, "%s", wb_word_name(&wb_host_verdicts, result->verdict));
  if (counts.length > 0) wb_put(document, WB_STYLE_PLAIN, ": %s", counts.data);
  if (hidden > 0) wb_put(document, WB_STYLE_DIM, " (%" PRIu64 " not shown)", hidden);
  wb_str_release(&counts);
}

/* ---- numbers ------------------------------------------------------------------------------- */

static void write_stats(const struct wb_host_result *result, struct wb_document *document) {
  separate_parts(document);
  wb_report_timeline_sums(&result->sums, document);
  wb_report_host_memory(result->peak_bytes, result->held_bytes, document);
}

static void write_counters(const struct wb_host_result *result, unsigned width,
                           struct wb_document *document) {
  const struct wb_counted counted = {.counters = &result->counters};
  if (result->counters.items == 0) return;
  wb_report_counters(&counted, "", NULL, width, document);
}

/* ---- the whole ----------------------------------------------------------------------------- */

void wb_report_host_run(const struct wb_host_result *result, const struct wb_host_view *view,
                        const struct wb_report_style *style, struct wb_document *document) {
  const bool quiet = result->verdict == WB_HOST_CLEAN || result->verdict == WB_HOST_ENDED_ITSELF;
  write_findings(result, view, style->width, document);
  if (is_error(result)) {
    separate_parts(document);
    write_error(result, view, style->width, document);
  }
  if (view->stats) {
    write_stats(result, document);
    write_counters(result, style->width, document);
  }
  if (!quiet || result->n_findings > 0 || view->stats) write_last_line(result, view, document);
}
