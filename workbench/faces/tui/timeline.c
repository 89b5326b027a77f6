#include "tui/timeline.h"

#include <string.h>

#include "base/file.h"
#include "tui/model.h"

const struct wb_result *wb_timeline_view_result(const struct wb_model *model) {
  const struct wb_item *item = wb_model_item(model);
  const struct wb_result *result = item != NULL ? item->result : NULL;
  return result != NULL && result->has_timeline ? result : NULL;
}

uint32_t wb_timeline_view_line(const struct wb_result *result,
                               const struct wb_timeline_entry *entry) {
  return strcmp(entry->file, wb_path_basename(result->file)) == 0 ? entry->line : 0;
}

const struct wb_timeline_entry *wb_timeline_view_entry(const struct wb_model *model) {
  const struct wb_pane_state *pane = &model->panes[WB_PANE_TIMELINE];
  const struct wb_result *result = wb_timeline_view_result(model);
  if (result == NULL || pane->cursor < 0 || (size_t)pane->cursor >= pane->rows.count) return NULL;
  const int entry = pane->rows.items[pane->cursor].item;
  return entry >= 0 && (size_t)entry < result->timeline.n_entries ? &result->timeline.entries[entry]
                                                                  : NULL;
}

void wb_timeline_view_restart(struct wb_model *model) {
  struct wb_pane_state *pane = &model->panes[WB_PANE_TIMELINE];
  pane->top = 0;
  pane->cursor = 0;
  wb_model_pane_stale(model, WB_PANE_TIMELINE);
}

void wb_timeline_view_stand_at(struct wb_model *model, int row) {
  struct wb_pane_state *pane = &model->panes[WB_PANE_TIMELINE];
  const int lines = model->layout.pane[WB_PANE_TIMELINE].lines - 1;
  pane->cursor = row;
  if (lines > 0 && row < pane->top) pane->top = row;
  if (lines > 0 && row >= pane->top + lines) pane->top = row - lines + 1;
  wb_model_jump(model, pane->rows.items[row].source_line);
}

/* To the first entry of that line; where there is none all is shown. */
void wb_timeline_view_follow(struct wb_model *model) {
  struct wb_pane_state *pane = &model->panes[WB_PANE_TIMELINE];
  const uint32_t line = model->timeline_line;
  if (line == 0 || wb_timeline_view_result(model) == NULL) return;
  model->timeline_line = 0;
  for (int i = 0; i < (int)pane->rows.count; i++) {
    if (pane->rows.items[i].item < 0 || pane->rows.items[i].source_line != line) continue;
    wb_timeline_view_stand_at(model, i);
    break;
  }
}

void wb_timeline_view_want_line(struct wb_model *model, uint32_t line) {
  model->timeline_line = line;
  wb_model_focus(model, WB_PANE_TIMELINE);
}

void wb_timeline_view_show_launch(struct wb_model *model, uint32_t launch) {
  const struct wb_result *result = wb_timeline_view_result(model);
  const struct wb_timeline_entry *entry =
      result != NULL ? wb_timeline_launch(&result->timeline, launch > 0 ? launch : 1) : NULL;
  if (entry != NULL) wb_model_jump(model, wb_timeline_view_line(result, entry));
}

void wb_timeline_view_caption(const struct wb_model *model, struct wb_str *out) {
  const struct wb_result *result = wb_timeline_view_result(model);
  if (result == NULL) return;
  const struct wb_timeline_sums sums = wb_timeline_sums(&result->timeline);
  wb_str_addf(out, "case %zu, %llu launch%s", result->trace_case + 1,
              (unsigned long long)sums.launches, sums.launches == 1 ? "" : "es");
}
