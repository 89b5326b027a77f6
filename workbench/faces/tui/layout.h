/* Where the panes lie on a screen of a given size. Pure arithmetic. */
#ifndef WB_TUI_LAYOUT_H
#define WB_TUI_LAYOUT_H

#include <stdbool.h>

#include "text/styled.h"

enum wb_pane {
  WB_PANE_LIST,
  WB_PANE_LESSON,
  WB_PANE_KERNEL,
  WB_PANE_RESULT,
  WB_PANE_TRACE, /* takes the result's place, as the next ones do: `lower` says which shows */
  WB_PANE_DATA,
  WB_PANE_TIMELINE, /* of host programs alone, as the next */
  WB_PANE_GRAPH,
  WB_PANE_COUNT
};

const char *wb_pane_name(enum wb_pane pane); /* "Puzzles" … */

/* The first line of a pane is its title, the others its rows. */
struct wb_rect {
  int y, x, lines, columns;
  bool shown;
};

/* By the screen's size: everything side by side; two or three panes above each
 * other; the pane that has the keys; one line for all. */
enum wb_arrangement {
  WB_ARRANGED_IN_LINE,
  WB_ARRANGED_SINGLE,
  WB_ARRANGED_STACKED,
  WB_ARRANGED_WIDE
};

struct wb_layout {
  int lines, columns;
  enum wb_arrangement arrangement;
  bool wide;        /* arranged so */
  bool tabs_on_top; /* there is a line of tabs, or would be if header_y had room; else a header */
  int margin;       /* columns left free on both sides of a pane's rows */
  bool usable;      /* false: in line; no pane is shown */
  struct wb_rect pane[WB_PANE_COUNT];
  int header_y; /* the header or the tabs; -1: none */
  int status_y;
  int keys_y;    /* the line of key hints; -1: no room */
  int divider_x; /* the vertical line between the columns; -1: none */
};

/* From how many columns, and lines, on they are arranged so. Where the lesson has a drawing
 * that would leave less than WB_RIGHT_COLUMNS to the kernel, or less than WB_WORK_COLUMNS while it
 * or a pane below it has the keys, the panes are stacked even on a wider screen: most starters
 * have lines of 45 columns, beside numbers and margins. */
enum { WB_RIGHT_COLUMNS = 40, WB_WORK_COLUMNS = 52 };
enum { WB_WIDE_COLUMNS = 85, WB_STACKED_COLUMNS = WB_PAGE_COLUMNS, WB_STACKED_LINES = 16 };
enum { WB_PANE_COLUMNS = 20, WB_PANE_LINES = 5 };

/* What the layout goes by, besides the screen's size. */
struct wb_layout_wish {
  enum wb_pane focus; /* the pane that has the keys: always shown */
  enum wb_pane lower; /* WB_PANE_RESULT or one after it, where one of them shows */
  bool zoomed;        /* `focus` alone */
  bool bare;          /* and without the line above it */
  int list_rows;      /* so that a short list leaves its room to the lesson */
  int lower_rows;     /* the same of the pane below the kernel, to the kernel; 0: it needs all */
  int code_columns;   /* of the widest drawing in the lesson, which is not to be cut */
};
void wb_layout_compute(struct wb_layout *layout, int lines, int columns,
                       const struct wb_layout_wish *wish);

/* Columns for the rows of a pane. */
int wb_layout_text_columns(const struct wb_layout *layout, enum wb_pane pane);

/* The pane that shows the cell, or WB_PANE_COUNT. */
enum wb_pane wb_layout_pane_at(const struct wb_layout *layout, int y, int x);

#endif
