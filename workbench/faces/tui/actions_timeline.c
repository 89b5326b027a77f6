/* Moving about in the timeline, and from it to the steps of a launch. */
#include "tui/actions.h"
#include "tui/timeline.h"

/* The first and the last row with an entry; false: there is none. */
static bool find_entries(const struct wb_pane_state *pane, int *first, int *last) {
  *first = *last = -1;
  for (int i = 0; i < (int)pane->rows.count; i++) {
    if (pane->rows.items[i].item < 0) continue;
    if (*first < 0) *first = i;
    *last = i;
  }
  return *first >= 0;
}

/* At the first entry the chart comes into view again. */
void wb_action_move_in_timeline(struct wb_model *model, int entries) {
  struct wb_pane_state *pane = &model->panes[WB_PANE_TIMELINE];
  int first, last;
  wb_model_prepare(model);
  if (!find_entries(pane, &first, &last)) {
    pane->top = pane->top + entries > 0 ? pane->top + entries : 0;
    return;
  }
  int row = pane->cursor >= first ? pane->cursor + entries : first;
  if (row > last) row = last;
  if (row <= first) row = first;
  if (row == first) pane->top = 0;
  wb_timeline_view_stand_at(model, row);
}

void wb_action_open_entry(struct wb_model *model) {
  const struct wb_result *result = wb_timeline_view_result(model);
  const struct wb_timeline_entry *entry = wb_timeline_view_entry(model);
  const uint32_t launch = entry != NULL ? wb_timeline_launch_number(&result->timeline, entry) : 0;
  if (entry == NULL)
    wb_action_move_in_timeline(model, 0);
  else if (launch > 0)
    wb_trace_view_show_launch(model, launch);
  else if (wb_timeline_view_line(result, entry) > 0)
    wb_edit_line(model);
}
