#include "tui/timeline.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "report/timeline.h"
#include "tui/actions.h"
#include "tui/views.h"

enum { MOST_ENTRIES = 2000 };

/* The result whose timeline it is; NULL: there is none. */
static const struct wb_result *shown(const struct wb_model *model) {
  const struct wb_item *item = wb_model_item(model);
  const struct wb_result *result = item != NULL ? item->result : NULL;
  return result != NULL && result->has_timeline ? result : NULL;
}

/* Whether the program's own text asked for it, which the kernel's pane shows. */
static bool is_of_program(const struct wb_result *result, const struct wb_timeline_entry *entry) {
  return entry->line > 0 && strcmp(entry->file, wb_path_basename(result->file)) == 0;
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* A line of headings, a line for each entry, and perhaps one that says how many are left out. */
static void put_table(const struct wb_result *result, const struct wb_report_style *style,
                      struct wb_pane_text *rows) {
  const struct wb_timeline *timeline = &result->timeline;
  struct wb_document text = {0};
  size_t *order = wb_timeline_order(timeline);
  wb_report_timeline_table(timeline, style, MOST_ENTRIES, &text);
  const size_t first = rows->count + 1;
  wb_pane_text_document(rows, &text);
  for (size_t i = 0; i < timeline->n_entries && first + i < rows->count; i++) {
    struct wb_pane_row *row = &rows->items[first + i];
    const struct wb_timeline_entry *entry = &timeline->entries[order[i]];
    row->item = (int)order[i];
    row->source_line = is_of_program(result, entry) ? entry->line : 0;
  }
  wb_document_release(&text);
  free(order);
}

void wb_view_timeline(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  const struct wb_result *result = shown(model);
  const struct wb_report_style style = {.unicode = model->glyphs->more[0] != '>',
                                        .width = (unsigned)width};
  struct wb_document chart = {0};
  if (result == NULL) {
    wb_pane_text_wrap_message(rows, WB_LOOK_DIM, (size_t)width, 0, wb_trace_view_why_none(model));
    return;
  }
  if (model->items[model->selected].result_is_old)
    wb_pane_text_paragraph(rows, WB_LOOK_WARN, width, 0,
                           "The program has changed since; r runs it again.");
  wb_report_timeline_chart(&result->timeline, &style, &chart);
  wb_pane_text_document(rows, &chart);
  wb_document_release(&chart);
  wb_pane_text_start(rows);
  put_table(result, &style, rows);
}

void wb_timeline_view_caption(const struct wb_model *model, struct wb_str *out) {
  const struct wb_result *result = shown(model);
  if (result == NULL) return;
  const struct wb_timeline_sums sums = wb_timeline_sums(&result->timeline);
  wb_str_addf(out, "case %zu, %llu launch%s", result->trace_case + 1,
              (unsigned long long)sums.launches, sums.launches == 1 ? "" : "es");
}

/* ---- moving about -------------------------------------------------------------------------- */

static struct wb_pane_state *pane_of(struct wb_model *model) {
  return &model->panes[WB_PANE_TIMELINE];
}

/* The entry that the cursor is on; NULL: it is on none. */
static const struct wb_timeline_entry *entry_at_cursor(const struct wb_model *model) {
  const struct wb_pane_state *pane = &model->panes[WB_PANE_TIMELINE];
  const struct wb_result *result = shown(model);
  if (result == NULL || pane->cursor < 0 || (size_t)pane->cursor >= pane->rows.count) return NULL;
  const int entry = pane->rows.items[pane->cursor].item;
  return entry >= 0 && (size_t)entry < result->timeline.n_entries ? &result->timeline.entries[entry]
                                                                  : NULL;
}

static void show_cursor(struct wb_model *model) {
  struct wb_pane_state *pane = pane_of(model);
  const int lines = model->layout.pane[WB_PANE_TIMELINE].lines - 1;
  if (lines < 1) return;
  if (pane->cursor < pane->top) pane->top = pane->cursor;
  if (pane->cursor >= pane->top + lines) pane->top = pane->cursor - lines + 1;
}

static void stand_at(struct wb_model *model, int row) {
  struct wb_pane_state *pane = pane_of(model);
  pane->cursor = row;
  show_cursor(model);
  wb_model_jump(model, pane->rows.items[row].source_line);
}

/* The first and the last row with an entry; false: there is none. */
static bool find_rows(const struct wb_pane_state *pane, int *first, int *last) {
  *first = *last = -1;
  for (int i = 0; i < (int)pane->rows.count; i++) {
    if (pane->rows.items[i].item < 0) continue;
    if (*first < 0) *first = i;
    *last = i;
  }
  return *first >= 0;
}

/* At the first entry the chart comes into view again. */
void wb_timeline_view_move(struct wb_model *model, int entries) {
  struct wb_pane_state *pane = pane_of(model);
  int first, last;
  wb_model_prepare(model);
  if (!find_rows(pane, &first, &last)) {
    wb_action_scroll_by(model, WB_PANE_TIMELINE, entries);
    return;
  }
  const bool began = pane->cursor >= first;
  int row = began ? pane->cursor + entries : entries > 0 ? first + entries - 1 : first;
  if (row > last) row = last;
  if (row < first) row = first;
  stand_at(model, row);
  if (row == first) pane->top = 0;
  if (row == first) show_cursor(model);
}

/* To the first entry of that line; where there is none the pane shows all. */
static void go_to_line(struct wb_model *model, uint32_t line) {
  struct wb_pane_state *pane = pane_of(model);
  wb_model_prepare(model);
  for (int i = 0; i < (int)pane->rows.count; i++) {
    if (pane->rows.items[i].item < 0 || pane->rows.items[i].source_line != line) continue;
    stand_at(model, i);
    break;
  }
}

void wb_timeline_view_want_line(struct wb_model *model, uint32_t line) {
  wb_model_focus(model, WB_PANE_TIMELINE);
  if (shown(model) != NULL)
    go_to_line(model, line);
  else
    model->timeline_line = line;
}

void wb_timeline_view_restart(struct wb_model *model) {
  struct wb_pane_state *pane = pane_of(model);
  pane->top = 0;
  pane->cursor = 0;
  wb_model_pane_stale(model, WB_PANE_TIMELINE);
  if (shown(model) == NULL || model->timeline_line == 0) return;
  go_to_line(model, model->timeline_line);
  model->timeline_line = 0;
}

void wb_timeline_view_show_launch(struct wb_model *model, uint32_t launch) {
  const struct wb_result *result = shown(model);
  const struct wb_timeline_entry *entry =
      result != NULL ? wb_timeline_launch(&result->timeline, launch > 0 ? launch : 1) : NULL;
  if (entry != NULL && is_of_program(result, entry)) wb_model_jump(model, entry->line);
}

void wb_timeline_view_open(struct wb_model *model) {
  const struct wb_result *result = shown(model);
  const struct wb_timeline_entry *entry = entry_at_cursor(model);
  if (entry == NULL) {
    wb_timeline_view_move(model, 1);
    return;
  }
  const uint32_t launch = wb_timeline_launch_number(&result->timeline, entry);
  if (launch > 0)
    wb_trace_view_show_launch(model, launch);
  else if (is_of_program(result, entry))
    wb_edit_line(model);
}
