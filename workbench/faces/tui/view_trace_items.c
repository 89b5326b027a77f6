/* The work-items of the group, and the groups, as grids. */
#include <stdlib.h>

#include "tui/view_trace_parts.h"

static bool is_pointed_at(const struct wb_trace_picture *picture, enum wb_trace_target target,
                          uint64_t which) {
  const struct wb_trace_spot *pointer = &picture->view->pointer;
  return pointer->target == target && pointer->which == which;
}

static void put_item(const struct wb_trace_picture *picture, uint64_t item) {
  const struct wb_glyphs *glyphs = picture->model->glyphs;
  const struct wb_trace_moment *moment = &picture->moment;
  const char *const signs[] = {[WB_ITEM_NOT_BEGUN] = " ",
                               [WB_ITEM_BEGUN] = " ",
                               [WB_ITEM_WAITS] = glyphs->waits,
                               [WB_ITEM_DONE] = glyphs->good};
  const enum wb_item_state state = (enum wb_item_state)moment->items[item];
  const bool here =
      moment->has_step && moment->step.kind != WB_TRACE_PASS && moment->step.item == item;
  const struct wb_trace_spot spot = {.target = WB_TARGET_ITEM, .which = item};
  unsigned look = state == WB_ITEM_NOT_BEGUN ? WB_LOOK_DIM : wb_trace_view_item_look(item);
  const bool pointed = is_pointed_at(picture, WB_TARGET_ITEM, item);
  if (here || pointed) look |= WB_LOOK_REVERSE;
  struct wb_str name;
  wb_str_init(&name);
  wb_trace_view_item_name(picture->view->playback, picture->view->group, item, &name);
  /* " 3✓", or "[3]" for the one whose step it is. */
  const char *before = pointed ? ">" : here ? "[" : " ";
  const char *after = pointed ? "<" : here ? "]" : signs[state];
  wb_trace_view_put_boxed(picture, look, picture->plan.items.cell, look, before, name.data, after,
                          wb_trace_spot_pack(&spot));
  wb_str_release(&name);
}

/* The label of the group with this index in the trace; groups that are not there have room, but
 * no number. */
static void put_group(const struct wb_trace_picture *picture, size_t index) {
  const struct wb_trace_spot spot = {.target = WB_TARGET_GROUP, .which = index};
  const bool here = index == picture->view->group;
  const unsigned look = here                           ? WB_STYLE_STRONG | WB_LOOK_REVERSE
                        : index < picture->view->group ? WB_STYLE_PLAIN
                                                       : WB_LOOK_DIM;
  struct wb_str name;
  wb_str_init(&name);
  if (index != WB_PLAYBACK_NONE) {
    wb_trace_view_group_name(picture->view->playback, index, &name);
  } else {
    wb_str_add(&name, picture->model->glyphs->dash);
  }
  const char *sign = here ? "]" : index < picture->view->group ? picture->model->glyphs->good : " ";
  wb_trace_view_put_boxed(picture, look, picture->plan.groups.cell, look, here ? "[" : " ",
                          name.data, sign, wb_trace_spot_pack(&spot));
  wb_str_release(&name);
}

static void put_more(const struct wb_trace_picture *picture, const struct wb_trace_grid *grid) {
  if (grid->first_column + grid->shown_columns < grid->columns)
    wb_pane_text_put(picture->rows, WB_LOOK_DIM, picture->model->glyphs->more);
}

/* Groups in one row, as they ran. */
static void put_group_row(const struct wb_trace_picture *picture) {
  const struct wb_trace_grid *grid = &picture->plan.groups;
  wb_pane_text_start(picture->rows);
  wb_trace_view_put_label(picture, WB_LOOK_DIM, "groups");
  for (uint64_t i = 0; i < grid->shown_columns; i++) {
    put_group(picture, (size_t)(grid->first_column + i));
  }
  put_more(picture, grid);
}

/* One row of them beside the work-items, where they lie in two dimensions. */
static void put_groups_beside(const struct wb_trace_picture *picture, uint64_t row) {
  const struct wb_trace_grid *grid = &picture->plan.groups;
  const int start =
      picture->plan.names + (int)picture->plan.items.shown_columns * picture->plan.items.cell + 2;
  if (row >= grid->shown_rows) return;
  wb_pane_text_pad(picture->rows, (size_t)start);
  wb_pane_text_putf(picture->rows, WB_LOOK_DIM, "%-*s", WB_TRACE_GROUPS_LABEL,
                    row == 0 ? "groups" : "");
  for (uint64_t column = 0; column < grid->shown_columns; column++) {
    const uint64_t at[3] = {column, row, 0};
    put_group(picture, wb_playback_find_group(picture->view->playback, at));
  }
}

static void put_items_row(const struct wb_trace_picture *picture, uint64_t row) {
  const struct wb_trace_plan *plan = &picture->plan;
  const struct wb_trace_grid *grid = &plan->items;
  if (row >= grid->shown_rows) return;
  for (uint64_t i = 0; i < grid->shown_columns; i++) {
    const uint64_t column = grid->first_column + i;
    const uint64_t item = (grid->first_row + row) * grid->columns + column;
    if (item < picture->moment.n_items) put_item(picture, item);
  }
  put_more(picture, grid);
}

/* In three dimensions each slice begins with its number. */
static void put_items_label(const struct wb_trace_picture *picture, uint64_t row) {
  const struct wb_trace_launch *launch = wb_playback_launch(picture->view->playback);
  const unsigned long long at = picture->plan.items.first_row + row;
  const uint64_t slice = launch->local[1];
  char *number = wb_format("z = %llu", slice > 0 ? at / slice : 0);
  const bool begins = row > 0 && launch->local[2] > 1 && slice > 0 && at % slice == 0;
  const char *name = picture->plan.names >= 11 ? "work-items" : "items";
  wb_trace_view_put_label(picture, WB_LOOK_DIM, row == 0 ? name : begins ? number : "");
  free(number);
}

void wb_view_trace_items(const struct wb_trace_picture *picture) {
  const struct wb_trace_plan *plan = &picture->plan;
  if (plan->items_height == 0) return;
  const bool group_row = plan->groups.shown_rows > 0 && !plan->beside;
  if (group_row) put_group_row(picture);
  for (int row = 0; row < plan->items_height - group_row; row++) {
    wb_pane_text_start(picture->rows);
    put_items_label(picture, (uint64_t)row);
    put_items_row(picture, (uint64_t)row);
    if (plan->beside) put_groups_beside(picture, (uint64_t)row);
  }
}
