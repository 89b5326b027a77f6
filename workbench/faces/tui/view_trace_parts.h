/* The parts of the trace's picture. Inside tui/view_trace*.c only. */
#ifndef WB_TUI_VIEW_TRACE_PARTS_H
#define WB_TUI_VIEW_TRACE_PARTS_H

#include "tui/views.h"

struct wb_trace_picture {
  const struct wb_model *model;
  const struct wb_trace_view *view;
  struct wb_trace_moment moment;
  struct wb_trace_plan plan;
  struct wb_pane_text *rows;
};

/* The look of a work-item, by its local id. */
unsigned wb_trace_view_item_look(uint64_t item);

/* `text` to the right of `width` columns; cut with a sign where it is longer. */
void wb_trace_view_put_cell(const struct wb_trace_picture *picture, unsigned look, int width,
                            const char *text);
/* A value of `width` columns in all, between two signs of one column each that
 * stand close to it: "  [3.5]". */
void wb_trace_view_put_boxed(const struct wb_trace_picture *picture, unsigned look, int width,
                             unsigned sign_look, const char *before, const char *text,
                             const char *after, uint64_t spot);
void wb_trace_view_put_label(const struct wb_trace_picture *picture, unsigned look,
                             const char *text);

/* Each starts rows of its own. */
void wb_view_trace_items(const struct wb_trace_picture *picture);
void wb_view_trace_arrays(const struct wb_trace_picture *picture);
void wb_view_trace_details(const struct wb_trace_picture *picture);

#endif
