/* The timeline of a host program: its chart, and a row for each entry. */
#include <stdlib.h>

#include "report/timeline.h"
#include "tui/timeline.h"
#include "tui/views.h"

/* A line of headings, a line for each entry, and perhaps one that says how many are left out. */
static void put_table(const struct wb_result *result, const struct wb_report_style *style,
                      struct wb_pane_text *rows) {
  const struct wb_timeline *timeline = &result->timeline;
  struct wb_document text = {0};
  size_t *order = wb_timeline_order(timeline);
  wb_report_timeline_table(timeline, style, 0, &text);
  const size_t first = rows->count + 1;
  wb_pane_text_document(rows, &text);
  for (size_t i = 0; i < timeline->n_entries && first + i < rows->count; i++) {
    struct wb_pane_row *row = &rows->items[first + i];
    const struct wb_timeline_entry *entry = &timeline->entries[order[i]];
    row->item = (int)order[i];
    row->source_line = wb_timeline_view_line(result, entry);
  }
  wb_document_release(&text);
  free(order);
}

void wb_view_timeline(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  const struct wb_result *result = wb_timeline_view_result(model);
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
