/* Which part of the launch goes where in the pane: pure arithmetic. */
#include <stdlib.h>
#include <string.h>

#include "text/columns.h"
#include "tui/model.h"

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }
static uint64_t least_u(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* ---- grids ---- */

/* The page of `shown` that holds `focus`: the picture stays as the steps go on
 * inside it. */
static uint64_t page_of(uint64_t focus, uint64_t shown, uint64_t total) {
  if (shown == 0 || total <= shown) return 0;
  const uint64_t first = focus / shown * shown;
  return first + shown > total ? total - shown : first;
}

static void show_window(struct wb_trace_grid *grid, uint64_t columns, uint64_t rows,
                        uint64_t focus_column, uint64_t focus_row) {
  grid->shown_columns = least_u(columns > 0 ? columns : 1, grid->columns);
  grid->shown_rows = least_u(rows, grid->rows);
  grid->first_column = page_of(focus_column, grid->shown_columns, grid->columns);
  grid->first_row = page_of(focus_row, grid->shown_rows, grid->rows);
}

/* Columns of something flat that goes on in further rows: round numbers are
 * easier to count from. */
static uint64_t round_columns(uint64_t fit, uint64_t count) {
  if (fit >= count) return count > 0 ? count : 1;
  if (fit >= 8) return fit / 8 * 8;
  return fit >= 4 ? fit / 2 * 2 : fit > 0 ? fit : 1;
}

/* ---- work-items and groups ---- */

static int item_name_width(const struct wb_trace_launch *launch) {
  int width = (int)launch->dimensions - 1;
  for (unsigned i = 0; i < launch->dimensions; i++) {
    const uint64_t last = launch->offset[i] + launch->global[i];
    width += wb_digits(last > 0 ? last - 1 : 0);
  }
  return width;
}

static uint64_t groups_along(const struct wb_trace_launch *launch, unsigned dimension) {
  const uint64_t size = launch->local[dimension] > 0 ? launch->local[dimension] : 1;
  return (launch->global[dimension] + size - 1) / size;
}

static int group_name_width(const struct wb_trace_launch *launch) {
  int width = (int)launch->dimensions - 1;
  for (unsigned i = 0; i < launch->dimensions; i++) {
    width += wb_digits(groups_along(launch, i) - 1);
  }
  return width;
}

/* The work-item that the grid is to show: the pointer's, else the step's. */
static uint64_t focus_item(const struct wb_trace_view *view, const struct wb_trace_moment *moment) {
  if (view->pointer.target == WB_TARGET_ITEM) return view->pointer.which;
  return moment->has_step && moment->step.kind != WB_TRACE_PASS ? moment->step.item : 0;
}

static void plan_items(const struct wb_trace_view *view, const struct wb_trace_moment *moment,
                       struct wb_trace_plan *plan, int rows) {
  const struct wb_trace_launch *launch = wb_playback_launch(view->playback);
  struct wb_trace_grid *grid = &plan->items;
  const uint64_t focus = focus_item(view, moment);
  grid->cell = item_name_width(launch) + 2;
  const uint64_t fit = (uint64_t)most((plan->width - plan->names) / grid->cell, 1);
  if (launch->dimensions == 1) {
    grid->columns = round_columns(fit, launch->local[0]);
    grid->rows = (launch->local[0] + grid->columns - 1) / grid->columns;
    show_window(grid, grid->columns, (uint64_t)least(rows, 2), 0, focus / grid->columns);
    return;
  }
  grid->columns = launch->local[0] > 0 ? launch->local[0] : 1;
  grid->rows = launch->local[1] * launch->local[2]; /* one slice beneath the other */
  show_window(grid, fit, (uint64_t)rows, focus % grid->columns, focus / grid->columns);
}

/* In one row, or beside two-dimensional work-items as a grid of their own. */
static void plan_groups(const struct wb_trace_view *view, struct wb_trace_plan *plan) {
  const struct wb_trace_launch *launch = wb_playback_launch(view->playback);
  struct wb_trace_grid *grid = &plan->groups;
  grid->cell = group_name_width(launch) + 2;
  const int items = plan->names + (int)plan->items.shown_columns * plan->items.cell;
  const int free = plan->width - items - 2 - WB_TRACE_GROUPS_LABEL;
  const uint64_t across = groups_along(launch, 0), down = groups_along(launch, 1);
  plan->beside = launch->dimensions > 1 && groups_along(launch, 2) == 1 &&
                 (uint64_t)most(free, 0) >= across * (uint64_t)grid->cell &&
                 down <= plan->items.shown_rows + 1;
  if (plan->beside) {
    grid->columns = across;
    grid->rows = down;
    show_window(grid, across, down, 0, 0);
  } else {
    grid->columns = wb_playback_groups(view->playback);
    grid->rows = 1;
    const uint64_t fit = (uint64_t)most((plan->width - plan->names) / grid->cell, 1);
    show_window(grid, fit, 1, view->group, 0);
  }
}

/* ---- arrays ---- */

/* The element that the array's window is to show. */
static uint64_t focus_element(const struct wb_trace_view *view,
                              const struct wb_trace_moment *moment, size_t array) {
  const struct wb_trace_spot *pointer = &view->pointer;
  if (pointer->target == WB_TARGET_CELL && pointer->array == array) return pointer->which;
  return moment->focus[array];
}

static void shape_block(const struct wb_trace_view *view, const struct wb_trace_plan *plan,
                        int cell, struct wb_trace_block *block) {
  const uint64_t elements = wb_playback_array(view->playback, block->array)->elements;
  const unsigned strays = view->strays[block->array];
  block->strays_before = (strays & WB_STRAYS_BEFORE) != 0;
  block->strays_after = (strays & WB_STRAYS_AFTER) != 0;
  const int walls = (block->strays_before + block->strays_after) * (cell + 1);
  const int room = plan->width - plan->names - plan->starts - walls;
  const uint64_t fit = (uint64_t)most(room / cell, 1);
  struct wb_trace_grid *grid = &block->grid;
  const uint32_t row = view->row_length[block->array];
  grid->cell = cell;
  grid->columns = row > 0 ? row : round_columns(fit, elements);
  grid->rows = elements > 0 ? (elements + grid->columns - 1) / grid->columns : 0;
  grid->shown_columns = least_u(fit, grid->columns);
  grid->shown_rows = 1;
}

static int height_of(const struct wb_trace_block *block) {
  return (int)block->grid.shown_rows * (block->touches ? 2 : 1) + (block->indices ? 1 : 0);
}

static int total_height(const struct wb_trace_plan *plan) {
  int height = 0;
  for (size_t i = 0; i < plan->n_blocks; i++) height += height_of(&plan->blocks[i]);
  return height;
}

enum { FEW_ROWS = 4, SOME_ROWS = 2 };

/* Small shapes are seen whole; of large ones a part is enough at first. */
static uint64_t first_rows(const struct wb_trace_grid *grid) {
  return grid->rows <= FEW_ROWS ? grid->rows : SOME_ROWS;
}

static uint64_t all_rows(const struct wb_trace_grid *grid) { return grid->rows; }

/* Gives rows to one array after the other, up to what they want. */
static void grow_rows(struct wb_trace_plan *plan, int room,
                      uint64_t (*wanted)(const struct wb_trace_grid *grid)) {
  bool grew = true;
  while (grew) {
    grew = false;
    for (size_t i = 0; i < plan->n_blocks; i++) {
      struct wb_trace_block *block = &plan->blocks[i];
      if (block->grid.shown_rows >= wanted(&block->grid)) continue;
      if (total_height(plan) + (block->touches ? 2 : 1) > room) continue;
      block->grid.shown_rows++;
      grew = true;
    }
  }
}

/* First all rows of small shapes, then who touched what, then indices, and
 * what is left for more of the large ones. */
static void share_lines(struct wb_trace_plan *plan, int room) {
  grow_rows(plan, room, first_rows);
  for (size_t i = 0; i < plan->n_blocks; i++) {
    struct wb_trace_block *block = &plan->blocks[i];
    if (total_height(plan) + (int)block->grid.shown_rows <= room) block->touches = true;
  }
  for (size_t i = 0; i < plan->n_blocks; i++) {
    if (total_height(plan) + 1 <= room) plan->blocks[i].indices = true;
  }
  grow_rows(plan, room, all_rows);
}

/* Where there is no room for all arrays: the page with the one that matters. */
static size_t first_array(const struct wb_trace_view *view, const struct wb_trace_moment *moment,
                          size_t shown) {
  size_t focus = 0;
  if (moment->has_step && wb_trace_view_is_access(&moment->step)) focus = moment->step.array;
  if (view->pointer.target == WB_TARGET_CELL) focus = view->pointer.array;
  return (size_t)page_of(focus, shown, moment->n_arrays);
}

static int value_width(const struct wb_trace_view *view, const struct wb_trace_moment *moment,
                       int width) {
  int columns = item_name_width(wb_playback_launch(view->playback)) + 1;
  const int limit = width >= 70 ? 7 : 5;
  for (size_t i = 0; i < moment->n_arrays; i++) {
    columns = most(columns, least(view->width[i], limit));
  }
  return columns;
}

static int starts_width(const struct wb_trace_view *view, const struct wb_trace_plan *plan,
                        int cell) {
  int width = 0;
  for (size_t i = 0; i < plan->n_blocks; i++) {
    const size_t array = plan->blocks[i].array;
    const uint64_t elements = wb_playback_array(view->playback, array)->elements;
    const int room = plan->width - plan->names - (view->strays[array] != 0 ? cell + 1 : 0);
    const bool goes_on = elements > (uint64_t)most(room / cell, 1);
    if (goes_on || view->row_length[array] > 0) width = most(width, wb_digits(elements) + 2);
  }
  return width;
}

static void plan_arrays(const struct wb_trace_view *view, const struct wb_trace_moment *moment,
                        struct wb_trace_plan *plan, int room) {
  const int cell = value_width(view, moment, plan->width) + 2;
  size_t shown = (size_t)most(room, 0);
  if (shown > moment->n_arrays) shown = moment->n_arrays;
  plan->arrays_left_out = moment->n_arrays - shown;
  plan->blocks = wb_alloc((shown + 1) * sizeof *plan->blocks);
  plan->n_blocks = shown;
  const size_t first = first_array(view, moment, shown);
  for (size_t i = 0; i < shown; i++) plan->blocks[i].array = first + i;
  plan->starts = starts_width(view, plan, cell);
  for (size_t i = 0; i < shown; i++) shape_block(view, plan, cell, &plan->blocks[i]);
  share_lines(plan, room);
  for (size_t i = 0; i < shown; i++) {
    struct wb_trace_block *block = &plan->blocks[i];
    const uint64_t focus = focus_element(view, moment, block->array);
    show_window(&block->grid, block->grid.shown_columns, block->grid.shown_rows,
                focus % block->grid.columns, focus / block->grid.columns);
    block->height = height_of(block);
  }
}

/* ---- the whole ---- */

enum { NAME_MAX_COLUMNS = 12, WORK_ITEMS_COLUMNS = 11, NARROW = 50 };

static int names_width(const struct wb_trace_view *view, size_t n_arrays, int width) {
  int columns = width < NARROW ? 7 : WORK_ITEMS_COLUMNS;
  for (size_t i = 0; i < n_arrays; i++) {
    const char *name = wb_playback_array(view->playback, i)->name;
    columns = most(columns, (int)wb_text_width(name) + 1);
  }
  return least(columns, width < NARROW ? 8 : NAME_MAX_COLUMNS);
}

static int detail_lines(const struct wb_trace_view *view, int lines) {
  if (view->pointer.target == WB_TARGET_NONE) return 0;
  return lines >= 20 ? most(lines / 5, 5) : lines >= 10 ? 4 : lines >= 6 ? 2 : 1;
}

/* Why something is wrong is not to be cut, where there is room for a second row, or a third. */
static int trouble_rows(const struct wb_trace_view *view, const struct wb_trace_moment *moment,
                        int width, int lines) {
  const int limit = lines >= 16 ? 3 : lines >= 11 ? 2 : 1;
  struct wb_pane_text rows;
  struct wb_str text;
  wb_str_init(&text);
  wb_pane_text_init(&rows);
  wb_str_add(&text, "! ");
  if (moment->has_step && wb_trace_view_trouble(view, view->step, &text) != WB_TRACE_FINE)
    wb_pane_text_paragraph(&rows, WB_STYLE_PLAIN, width, 2, text.data);
  const int count = least((int)rows.count, limit);
  wb_pane_text_release(&rows);
  wb_str_release(&text);
  return most(count, 1);
}

void wb_trace_plan_make(const struct wb_model *model, const struct wb_trace_moment *moment,
                        int width, int lines, struct wb_trace_plan *plan) {
  const struct wb_trace_view *view = &model->trace;
  const bool many_groups = wb_playback_groups(view->playback) > 1;
  *plan = (struct wb_trace_plan){.width = width, .lines = lines};
  plan->trouble = trouble_rows(view, moment, width, lines);
  plan->header = lines >= 11 ? 2 + plan->trouble : lines >= 5 ? 2 : 1;
  plan->note = lines >= 8 && (view->old || wb_playback_missing(view->playback) != NULL);
  plan->details = detail_lines(view, lines);
  plan->names = names_width(view, moment->n_arrays, width);
  int rest = lines - plan->header - plan->note - plan->details;
  const int for_items = lines < 4 ? 0 : most(lines / 4, 1);
  if (for_items > 0 && rest > 1) {
    plan_items(view, moment, plan, for_items);
    plan->items_height = (int)plan->items.shown_rows;
  }
  if (many_groups && lines >= 8 && plan->items_height > 0) {
    plan_groups(view, plan);
    plan->items_height = plan->beside ? most(plan->items_height, (int)plan->groups.shown_rows)
                                      : plan->items_height + 1;
  }
  rest -= plan->items_height;
  plan->gaps = lines >= 16 && rest >= (int)moment->n_arrays * 2 + 1;
  if (plan->gaps) rest -= 1;
  plan_arrays(view, moment, plan, rest);
  rest -= total_height(plan);
  plan->spread = rest >= (int)plan->n_blocks;
  if (plan->spread) rest -= most((int)plan->n_blocks - 1, 0);
  plan->legend = rest >= 2;
}

void wb_trace_plan_release(struct wb_trace_plan *plan) {
  free(plan->blocks);
  *plan = (struct wb_trace_plan){0};
}

void wb_trace_plan_pane(const struct wb_model *model, const struct wb_trace_moment *moment,
                        struct wb_trace_plan *plan) {
  wb_trace_plan_make(model, moment, wb_layout_text_columns(&model->layout, WB_PANE_TRACE),
                     model->layout.pane[WB_PANE_TRACE].lines - 1, plan);
}
