/* What the files share that draw a picture as text. */
#ifndef WB_REPORT_DRAWING_SHEET_H
#define WB_REPORT_DRAWING_SHEET_H

#include "report/drawing.h"

struct wb_sheet {
  const struct wb_drawing *d;
  const struct wb_picture_panel *panel;
  unsigned width;
  struct wb_document *document;
};

enum { WB_SHEET_INDENT = 2 };

/* So many blanks on the last line. */
void wb_sheet_pad(const struct wb_sheet *sheet, size_t columns);
/* A value, cut where it is long. Appends. */
void wb_sheet_value(const char *text, struct wb_str *out);

/* drawing_items.c: a line for each work-item, what it reads on its left, what it
 * writes on its right. */
void wb_sheet_items(const struct wb_sheet *sheet);

#endif
