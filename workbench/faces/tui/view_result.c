#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "result/groups.h"
#include "result/steps.h"
#include "tui/counters_model.h"
#include "tui/views.h"

static const char *text_or(const char *text, const char *otherwise) {
  return text != NULL ? text : otherwise;
}

static bool has_text(const char *text) { return text != NULL && text[0] != '\0'; }

/* ---- the pane ---- */

static unsigned severity_look(enum wb_severity severity) {
  return severity == WB_SEVERITY_ERROR ? WB_LOOK_BAD : WB_LOOK_WARN;
}

static const char *severity_sign(const struct wb_glyphs *glyphs, enum wb_severity severity) {
  return severity == WB_SEVERITY_ERROR ? glyphs->error : glyphs->warning;
}

/* "✗ line 7: ", and the row knows the line. */
static void start_place(const struct wb_model *model, struct wb_pane_text *rows,
                        enum wb_severity severity, const char *file, uint32_t line) {
  struct wb_pane_row *row = wb_pane_text_start(rows);
  bool here = file[0] == '\0';
  if (here) row->source_line = line;
  wb_pane_text_putf(rows, severity_look(severity), "%s ", severity_sign(model->glyphs, severity));
  if (line > 0 && here) wb_pane_text_putf(rows, WB_STYLE_STRONG, "line %u: ", line);
  if (line > 0 && !here) wb_pane_text_putf(rows, WB_STYLE_STRONG, "%s:%u: ", file, line);
}

/* Errors come before warnings, in the compiler's order: the first is to be
 * mended first. */
static void put_severity(const struct wb_model *model, const struct wb_result *result,
                         enum wb_severity severity, int width, struct wb_pane_text *rows) {
  for (size_t i = 0; i < result->n_diagnostics; i++) {
    const struct wb_diagnostic *diagnostic = &result->diagnostics[i];
    if (diagnostic->severity != severity) continue;
    start_place(model, rows, diagnostic->severity, diagnostic->file, diagnostic->line);
    wb_pane_text_wrap_message(rows, WB_STYLE_PLAIN, (size_t)width, 2, diagnostic->message);
  }
}

static void put_diagnostics(const struct wb_model *model, const struct wb_result *result, int width,
                            struct wb_pane_text *rows) {
  if (result->n_diagnostics > 0) wb_pane_text_start(rows);
  put_severity(model, result, WB_SEVERITY_ERROR, width, rows);
  put_severity(model, result, WB_SEVERITY_WARNING, width, rows);
  if (result->n_diagnostics == 0 && result->verdict == WB_VERDICT_COMPILE_ERROR &&
      has_text(result->compile_log)) {
    wb_pane_text_start(rows);
    wb_pane_text_paragraph(rows, WB_STYLE_PLAIN, width, 0, result->compile_log);
  }
}

static void put_finding(const struct wb_model *model, const struct wb_unique_finding *unique,
                        int width, struct wb_pane_text *rows) {
  const struct wb_finding *finding = unique->finding;
  struct wb_str text;
  wb_str_init(&text);
  wb_unique_finding_describe(unique, &text);
  start_place(model, rows, finding->severity, finding->file, finding->line);
  wb_pane_text_wrap(rows, severity_look(finding->severity), (size_t)width, 2,
                    wb_finding_kind_name(finding->kind));
  wb_pane_text_put(rows, WB_STYLE_PLAIN, ":");
  wb_str_addf(&text, " (case %zu%s)", unique->case_index + 1,
              unique->n_cases > 1 ? " and others" : "");
  char *spaced = wb_format(" %s", text.data);
  wb_pane_text_wrap(rows, WB_STYLE_PLAIN, (size_t)width, 2, spaced);
  free(spaced);
  wb_str_release(&text);
  if (finding->other.present && finding->other.line > 0 && finding->other.line != finding->line) {
    struct wb_pane_row *row = wb_pane_text_start(rows);
    row->source_line = finding->other.line;
    wb_pane_text_putf(rows, WB_LOOK_WARN, "  %s ", model->glyphs->other);
    wb_pane_text_putf(rows, WB_STYLE_STRONG, "line %u: ", finding->other.line);
    if (finding->other.access == WB_ACCESS_NONE)
      wb_pane_text_put(rows, WB_STYLE_PLAIN, "belongs to it, too");
    else
      wb_pane_text_putf(rows, WB_STYLE_PLAIN, "the other access, a %s",
                        wb_access_name(finding->other.access));
  }
}

static void put_dropped(const struct wb_result *result, struct wb_pane_text *rows) {
  uint64_t dropped = 0;
  for (size_t i = 0; i < result->n_cases; i++)
    if (!wb_case_is_later(result, &result->cases[i])) dropped += result->cases[i].findings_dropped;
  if (dropped == 0) return;
  wb_pane_text_start(rows);
  wb_pane_text_putf(rows, WB_LOOK_DIM, "  and %llu more", (unsigned long long)dropped);
}

static void put_findings(const struct wb_model *model, const struct wb_result *result, int width,
                         struct wb_pane_text *rows) {
  struct wb_unique_findings findings;
  wb_findings_collect(result, &findings);
  if (findings.count > 0) wb_pane_text_start(rows);
  for (size_t i = 0; i < findings.count; i++) {
    put_finding(model, &findings.items[i], width, rows);
  }
  wb_findings_release(&findings);
  put_dropped(result, rows);
}

/* "✗ case 2, ten elements: wrong answer: out[4] was never written" */
static void put_case(const struct wb_model *model, const struct wb_case_result *one, size_t number,
                     int width, struct wb_pane_text *rows) {
  bool good = one->verdict == WB_VERDICT_ACCEPTED;
  bool run = wb_case_was_run(one);
  unsigned look = good ? WB_LOOK_OK : run ? WB_LOOK_BAD : WB_LOOK_DIM;
  const char *name = one->visible || model->author ? text_or(one->name, "") : "hidden";
  char *label = wb_format("case %zu%s%s%s: ", number, name[0] != '\0' ? ", " : "", name,
                          model->author && !one->visible ? " (hidden)" : "");
  wb_pane_text_start(rows);
  wb_pane_text_putf(rows, look, "%s ", good ? model->glyphs->good : run ? model->glyphs->bad : "-");
  wb_pane_text_wrap(rows, WB_STYLE_PLAIN, (size_t)width, 4, label);
  wb_pane_text_put(rows, WB_STYLE_PLAIN, " ");
  wb_pane_text_wrap(rows, look, (size_t)width, 4,
                    run ? wb_verdict_words(one->verdict) : WB_NOT_RUN);
  if (run && has_text(one->detail)) {
    wb_pane_text_put(rows, WB_STYLE_PLAIN, ":");
    char *detail = wb_format(" %s", one->detail);
    wb_pane_text_wrap_message(rows, WB_STYLE_PLAIN, (size_t)width, 4, detail);
    free(detail);
  }
  free(label);
}

/* Over its cases: "Step 2 of 3, Several groups: 1 of 3 cases right". */
static void put_step(const struct wb_result *result, size_t index, int width,
                     struct wb_pane_text *rows) {
  const struct wb_result_step *step = &result->steps[index];
  struct wb_str words;
  wb_str_init(&words);
  wb_step_words(result, index, &words);
  wb_pane_text_paragraph(rows,
                         step->cases == 0 ? WB_LOOK_DIM
                         : step->done     ? WB_LOOK_OK
                                          : WB_STYLE_STRONG,
                         width, 2, words.data);
  wb_str_release(&words);
}

static void put_cases(const struct wb_model *model, const struct wb_result *result, int width,
                      struct wb_pane_text *rows) {
  size_t step = 0;
  for (size_t i = 0; i < result->n_cases; i++) {
    for (; step < result->n_steps && step < result->cases[i].step; step++)
      put_step(result, step, width, rows);
    put_case(model, &result->cases[i], i + 1, width, rows);
  }
  for (; step < result->n_steps; step++) put_step(result, step, width, rows);
}

/* What the cases bring, below them. */
static void put_points(const struct wb_result *result, int width, struct wb_pane_text *rows) {
  struct wb_str words;
  if (result->n_groups == 0) return;
  wb_str_init(&words);
  wb_points_words(result, &words);
  wb_pane_text_start(rows);
  wb_pane_text_paragraph(rows, WB_STYLE_STRONG, width, 2, words.data);
  for (size_t i = 0; i < result->n_groups; i++) {
    const struct wb_result_group *group = &result->groups[i];
    wb_str_clear(&words);
    wb_group_words(result, i, &words);
    wb_pane_text_paragraph(rows, group->earned >= group->points ? WB_LOOK_OK : WB_STYLE_PLAIN,
                           width, 4, words.data);
  }
  wb_str_release(&words);
}

static void put_where(const struct wb_result *result, int width, struct wb_pane_text *rows) {
  char *where = wb_format("%s on %s, %.0f ms", wb_path_basename(text_or(result->file, "?")),
                          text_or(result->device, "?"), result->elapsed_ms);
  wb_pane_text_start(rows);
  wb_pane_text_paragraph(rows, WB_LOOK_DIM, width, 2, where);
  free(where);
}

static void put_text(const struct wb_case_result *one, size_t number, int width,
                     struct wb_pane_text *rows) {
  if (!has_text(one->text)) return;
  wb_pane_text_start(rows);
  wb_pane_text_start(rows);
  wb_pane_text_putf(rows, WB_STYLE_HEADING, "Printed in case %zu", number);
  wb_pane_text_paragraph(rows, WB_STYLE_PLAIN, width, 0, one->text);
}

static void put_nothing_yet(const struct wb_model *model, const struct wb_item *item, int width,
                            struct wb_pane_text *rows) {
  if (model->run.active && model->run.item == model->selected) {
    wb_pane_text_paragraph(
        rows, WB_STYLE_PLAIN, width, 0,
        wb_model_chose_editor(model) ? "Running. Ctrl-] Esc cancels." : "Running. Esc cancels.");
    return;
  }
  const char *how = wb_model_chose_editor(model) ? "saving it runs your code"
                    : item->progress.tried       ? "r runs your code again, e edits it"
                                                 : "r runs your code, e edits it";
  char *last =
      item->progress.tried
          ? wb_format("Last time: %s (%llu %s); %s.", wb_verdict_words(item->progress.last),
                      (unsigned long long)item->progress.attempts,
                      item->progress.attempts == 1 ? "attempt" : "attempts", how)
          : wb_format("Not run yet: %s.", how);
  wb_pane_text_paragraph(rows, WB_STYLE_PLAIN, width, 0, last);
  free(last);
}

void wb_view_result(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  if (model->selected >= model->n_items) return;
  const struct wb_item *item = &model->items[model->selected];
  const struct wb_result *result = item->result;
  if (result == NULL) {
    put_nothing_yet(model, item, width, rows);
    return;
  }
  if (wb_counters_model_shows(model)) {
    wb_view_counters(model, width, rows);
    return;
  }
  const size_t smallest = wb_smallest_failure(result);
  wb_view_verdict(model, item, width, rows);
  wb_view_what_next(model, item, width, rows);
  put_findings(model, result, width, rows);
  put_diagnostics(model, result, width, rows);
  if (smallest < result->n_cases)
    wb_view_case_outputs(model, &result->cases[smallest], smallest + 1, width, rows);
  if (result->n_cases > 0) wb_pane_text_start(rows);
  put_cases(model, result, width, rows);
  put_points(result, width, rows);
  for (size_t i = 0; i < result->n_cases; i++) {
    if (i != smallest && !wb_case_is_later(result, &result->cases[i]))
      wb_view_case_outputs(model, &result->cases[i], i + 1, width, rows);
    put_text(&result->cases[i], i + 1, width, rows);
  }
  put_where(result, width, rows);
}
