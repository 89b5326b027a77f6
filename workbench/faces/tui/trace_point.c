/* Pointing at cells and work-items, with keys and with the mouse. */
#include <stdlib.h>

#include "tui/model.h"

bool wb_trace_view_is_pointing(const struct wb_model *model) {
  return model->trace.playback != NULL && model->trace.pointer.target != WB_TARGET_NONE;
}

void wb_trace_view_point(struct wb_model *model, const struct wb_trace_spot *spot) {
  model->trace.pointer = *spot;
  wb_model_pane_stale(model, WB_PANE_TRACE);
}

bool wb_trace_view_leave_pointing(struct wb_model *model) {
  if (model->focus != WB_PANE_TRACE || !wb_trace_view_is_pointing(model)) return false;
  wb_trace_view_point(model, &(struct wb_trace_spot){.target = WB_TARGET_NONE});
  return true;
}

void wb_trace_view_pointed_steps(const struct wb_model *model, struct wb_step_list *out) {
  const struct wb_trace_view *view = &model->trace;
  const struct wb_trace_spot *pointer = &view->pointer;
  size_t kept = 0;
  *out = (struct wb_step_list){0};
  if (pointer->target == WB_TARGET_CELL) {
    wb_playback_touches(view->playback, view->group, pointer->array, pointer->which, out);
    return;
  }
  wb_playback_item_steps(view->playback, view->group, pointer->which, out);
  for (size_t i = 0; i < out->count; i++) {
    const struct wb_step step = wb_playback_step(view->playback, out->steps[i]);
    if (step.kind != WB_TRACE_ITEM_END) out->steps[kept++] = out->steps[i];
  }
  out->count = kept;
}

/* ---- moving ---- */

/* A place in the picture: which grid, and where in it. */
struct place {
  const struct wb_trace_grid *grid;
  const struct wb_trace_block *block; /* NULL: the work-items */
  uint64_t row, column;
};

static struct place place_of(const struct wb_trace_view *view, const struct wb_trace_plan *plan) {
  struct place place = {.grid = &plan->items};
  uint64_t which = view->pointer.which;
  for (size_t i = 0; view->pointer.target == WB_TARGET_CELL && i < plan->n_blocks; i++) {
    if (plan->blocks[i].array != view->pointer.array) continue;
    place.block = &plan->blocks[i];
    place.grid = &place.block->grid;
  }
  if (place.grid->columns == 0) return place;
  place.row = which / place.grid->columns;
  place.column = which % place.grid->columns;
  return place;
}

/* The column beneath (or above) in another grid, by where it is on the screen. */
static uint64_t column_across(const struct place *from, const struct wb_trace_grid *to) {
  const int x = (int)(from->column - from->grid->first_column) * from->grid->cell;
  const uint64_t column = to->first_column + (uint64_t)(x / (to->cell > 0 ? to->cell : 1));
  const uint64_t last = to->first_column + to->shown_columns;
  return column < last ? column : last > 0 ? last - 1 : 0;
}

static uint64_t size_of(const struct wb_model *model, const struct wb_trace_moment *moment,
                        const struct wb_trace_spot *spot) {
  if (spot->target == WB_TARGET_ITEM) return moment->n_items;
  return wb_playback_array(model->trace.playback, spot->array)->elements;
}

static void point_at(struct wb_model *model, const struct wb_trace_moment *moment,
                     struct wb_trace_spot spot) {
  const uint64_t size = size_of(model, moment, &spot);
  if (size == 0) return;
  if (spot.which >= size) spot.which = size - 1;
  wb_trace_view_point(model, &spot);
}

/* Into the grid above (or beneath) the one that the pointer is in. Above the
 * first array are the work-items. */
static void leave_grid(struct wb_model *model, const struct wb_trace_moment *moment,
                       const struct place *from, bool down) {
  const struct wb_trace_spot *pointer = &model->trace.pointer;
  struct wb_trace_spot to = *pointer;
  struct wb_trace_plan plan;
  if (pointer->target == WB_TARGET_ITEM) {
    if (!down || moment->n_arrays == 0) return;
    to = (struct wb_trace_spot){.target = WB_TARGET_CELL, .array = 0};
  } else if (!down && pointer->array == 0) {
    to = (struct wb_trace_spot){.target = WB_TARGET_ITEM};
  } else if (down && pointer->array + 1 >= moment->n_arrays) {
    return;
  } else {
    to.array += down ? 1 : (size_t)-1;
  }
  const struct place start = *from;
  const bool items = to.target == WB_TARGET_ITEM;
  to.which = items ? 0 : moment->focus[to.array];
  model->trace.pointer = to; /* so that the plan shows it */
  wb_trace_plan_pane(model, moment, &plan);
  const struct place there = place_of(&model->trace, &plan);
  const struct wb_trace_grid *grid = there.grid;
  const uint64_t row = down ? grid->first_row : grid->first_row + grid->shown_rows - 1;
  if (grid->shown_rows > 0) {
    to.which = row * grid->columns + column_across(&start, grid);
  }
  wb_trace_plan_release(&plan);
  point_at(model, moment, to);
}

void wb_trace_view_move_pointer(struct wb_model *model, int down, int right) {
  struct wb_trace_moment moment;
  struct wb_trace_plan plan;
  struct wb_trace_spot to = model->trace.pointer;
  wb_trace_moment_find(&model->trace, &moment);
  wb_trace_plan_pane(model, &moment, &plan);
  const struct place place = place_of(&model->trace, &plan);
  const int64_t row = (int64_t)place.row + down;
  if (right < 0 && to.which > 0) to.which--;
  if (right > 0) to.which++;
  if (down != 0 && (row < 0 || row >= (int64_t)place.grid->rows)) {
    leave_grid(model, &moment, &place, down > 0);
  } else {
    if (down > 0) to.which += place.grid->columns;
    if (down < 0) to.which -= place.grid->columns;
    point_at(model, &moment, to);
  }
  wb_trace_plan_release(&plan);
  wb_trace_moment_release(&moment);
}

/* ---- the mouse ---- */

void wb_trace_view_click(struct wb_model *model, int y, int x) {
  const struct wb_rect *rect = &model->layout.pane[WB_PANE_TRACE];
  const struct wb_pane_state *state = &model->panes[WB_PANE_TRACE];
  const int row = state->top + y - rect->y - 1;
  if (model->trace.playback == NULL || row < 0 || (size_t)row >= state->rows.count) return;
  const uint64_t packed =
      wb_pane_text_spot_at(&state->rows.items[row], x - rect->x - model->layout.margin);
  const struct wb_trace_spot spot = wb_trace_spot_unpack(packed);
  const struct wb_trace_spot *before = &model->trace.pointer;
  const bool again =
      spot.target == before->target && spot.array == before->array && spot.which == before->which;
  if (spot.target == WB_TARGET_GROUP) {
    wb_trace_view_choose_group(model, (size_t)spot.which);
  } else if (spot.target != WB_TARGET_NONE && again) {
    wb_trace_view_leave_pointing(model);
  } else if (spot.target != WB_TARGET_NONE) {
    wb_trace_view_point(model, &spot);
  }
}

void wb_trace_view_wheel(struct wb_model *model, int rows) {
  model->trace.playing = false;
  wb_trace_view_stride(model, WB_STRIDE_ACCESS, rows > 0);
}
