#include "tui/layout.h"

#include <string.h>

const char *wb_pane_name(enum wb_pane pane) {
  static const char *const names[WB_PANE_COUNT] = {"Puzzles", "Lesson", "Kernel",   "Result",
                                                   "Trace",   "Data",   "Timeline", "Graph"};
  return names[pane];
}

/* Room for the panes, between header and status line. */
struct area {
  int y, lines, x, columns;
};

static void place_pane(struct wb_layout *layout, enum wb_pane pane, int y, int lines, int x,
                       int columns) {
  layout->pane[pane] = (struct wb_rect){
      .y = y, .x = x, .lines = lines, .columns = columns, .shown = lines > 0 && columns > 0};
}

static int at_least(int value, int least) { return value > least ? value : least; }
static int at_most(int value, int most) { return value < most ? value : most; }

/* The kernel, with `percent` of the lines or what the pane below does not need, over that. */
static void stack_kernel(struct wb_layout *layout, const struct area *area,
                         const struct wb_layout_wish *wish, int percent) {
  int lines = at_least(area->lines * percent / 100, 3);
  if (wish->lower_rows > 0) lines = at_least(lines, area->lines - wish->lower_rows - 1);
  place_pane(layout, WB_PANE_KERNEL, area->y, lines, area->x, area->columns);
  place_pane(layout, wish->lower, area->y + lines, area->lines - lines, area->x, area->columns);
}

enum { ROWS_ASIDE = 5 }; /* of the list, while another pane has the keys */

static void stack_list(struct wb_layout *layout, const struct area *area,
                       const struct wb_layout_wish *wish, int percent) {
  const int rows =
      wish->focus == WB_PANE_LIST ? wish->list_rows : at_most(wish->list_rows, ROWS_ASIDE - 1);
  int lines = at_most(area->lines * percent / 100, at_least(rows + 2, 4));
  place_pane(layout, WB_PANE_LIST, area->y, lines, area->x, area->columns);
  place_pane(layout, WB_PANE_LESSON, area->y + lines, area->lines - lines, area->x, area->columns);
}

enum { WIDE_MARGIN = 1, CODE_INDENT = 4 };

/* Columns of the lesson, with its margins, that cut no drawing. */
static int lesson_columns(const struct wb_layout_wish *wish) {
  return wish->code_columns > 0 ? wish->code_columns + 2 * WIDE_MARGIN : 0;
}

static int usual_left(int columns) { return at_most(at_least(columns * 40 / 100, 34), 84); }

/* What the left column gets: the drawings' indent, too, as far as the kernel can spare it. */
static int left_columns(int columns, const struct wb_layout_wish *wish) {
  const int usual = usual_left(columns);
  const int needed = lesson_columns(wish);
  const int spare = at_least(columns - 1 - WB_WORK_COLUMNS - needed, 0);
  return at_least(usual, needed > 0 ? needed + at_most(spare, CODE_INDENT) : 0);
}

/* List over lesson on the left, kernel over result on the right. */
static void place_columns(struct wb_layout *layout, const struct area *area,
                          const struct wb_layout_wish *wish) {
  int left = left_columns(area->columns, wish);
  struct area first = {area->y, area->lines, area->x, left};
  struct area second = {area->y, area->lines, area->x + left + 1, area->columns - left - 1};
  stack_list(layout, &first, wish, 36);
  stack_kernel(layout, &second, wish, wish->lower == WB_PANE_RESULT ? 55 : 40);
  layout->divider_x = area->x + left;
}

enum { THREE_PANES_LINES = 40 }; /* of a narrow but tall screen, for lesson, kernel and result */

/* One column: the pane that has the keys, with its companion. */
static void place_stacked(struct wb_layout *layout, const struct area *area,
                          const struct wb_layout_wish *wish) {
  const enum wb_pane focus = wish->focus;
  if (focus == WB_PANE_LIST) {
    stack_list(layout, area, wish, 50);
  } else if (area->lines >= THREE_PANES_LINES) {
    int lesson = area->lines * 30 / 100;
    struct area rest = {area->y + lesson, area->lines - lesson, area->x, area->columns};
    place_pane(layout, WB_PANE_LESSON, area->y, lesson, area->x, area->columns);
    stack_kernel(layout, &rest, wish, 60);
  } else if (focus == WB_PANE_LESSON) {
    place_pane(layout, WB_PANE_LESSON, area->y, area->lines, area->x, area->columns);
  } else {
    stack_kernel(layout, area, wish, focus == WB_PANE_KERNEL ? 60 : 40);
  }
}

static bool fits_columns(int columns, const struct wb_layout_wish *wish) {
  const int left = usual_left(columns);
  const int needed = lesson_columns(wish);
  const int right = wish->focus >= WB_PANE_KERNEL ? WB_WORK_COLUMNS : WB_RIGHT_COLUMNS;
  return columns >= WB_WIDE_COLUMNS && (needed <= left || needed + 1 + right <= columns);
}

static enum wb_arrangement arrangement_of(int lines, int columns,
                                          const struct wb_layout_wish *wish) {
  if (lines < WB_PANE_LINES || columns < WB_PANE_COLUMNS) return WB_ARRANGED_IN_LINE;
  if (lines < WB_STACKED_LINES || columns < WB_STACKED_COLUMNS) return WB_ARRANGED_SINGLE;
  return fits_columns(columns, wish) ? WB_ARRANGED_WIDE : WB_ARRANGED_STACKED;
}

/* Lines that are no pane's: a pane of three rows comes first, then what the
 * keys do, then the names of the panes. */
enum { KEYS_LINES = 7, HEADER_LINES = 8 };

void wb_layout_compute(struct wb_layout *layout, int lines, int columns,
                       const struct wb_layout_wish *wish) {
  memset(layout, 0, sizeof *layout);
  layout->lines = lines;
  layout->columns = columns;
  layout->divider_x = -1;
  layout->arrangement = arrangement_of(lines, columns, wish);
  layout->usable = layout->arrangement != WB_ARRANGED_IN_LINE;
  layout->header_y = layout->usable && lines >= HEADER_LINES && !wish->bare ? 0 : -1;
  layout->keys_y = layout->usable && lines >= KEYS_LINES ? lines - 1 : -1;
  layout->status_y = lines - (layout->keys_y >= 0 ? 2 : 1);
  int top = layout->header_y + 1;
  struct area area = {top, layout->status_y - top, 0, columns};
  layout->wide = layout->arrangement == WB_ARRANGED_WIDE;
  layout->tabs_on_top = !layout->wide || wish->zoomed || wish->bare;
  layout->margin = layout->wide ? WIDE_MARGIN : 0;
  if (!layout->usable) return;
  if (wish->zoomed || wish->bare || layout->arrangement == WB_ARRANGED_SINGLE) {
    place_pane(layout, wish->focus, area.y, area.lines, area.x, area.columns);
  } else if (layout->wide) {
    place_columns(layout, &area, wish);
  } else {
    place_stacked(layout, &area, wish);
  }
}

int wb_layout_text_columns(const struct wb_layout *layout, enum wb_pane pane) {
  return layout->pane[pane].columns - 2 * layout->margin;
}

enum wb_pane wb_layout_pane_at(const struct wb_layout *layout, int y, int x) {
  for (int i = 0; i < WB_PANE_COUNT; i++) {
    const struct wb_rect *rect = &layout->pane[i];
    if (rect->shown && y >= rect->y && y < rect->y + rect->lines && x >= rect->x &&
        x < rect->x + rect->columns) {
      return (enum wb_pane)i;
    }
  }
  return WB_PANE_COUNT;
}
