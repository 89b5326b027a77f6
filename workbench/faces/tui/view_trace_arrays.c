/* Buffers and local arrays as cells: values, who touched them last, and what is
 * wrong with them. */
#include <stdlib.h>

#include "text/columns.h"
#include "tui/view_trace_parts.h"

/* One cell as it is drawn. */
struct shown {
  struct wb_cell_view cell;
  bool here;    /* the step touches it */
  bool refused; /* and a check refused that */
};

static struct shown look_at(const struct wb_trace_picture *picture, size_t array,
                            uint64_t element) {
  const struct wb_step *step = &picture->moment.step;
  struct shown shown = {.cell = wb_playback_cell(picture->view->playback, picture->view->group,
                                                 picture->view->step, array, element)};
  if (!picture->moment.has_step || !wb_trace_view_is_access(step) || step->array != array)
    return shown;
  const int64_t at = (int64_t)element;
  shown.here = at >= step->element && at < step->element + (int64_t)step->elements;
  shown.refused = shown.here && step->kind == WB_TRACE_REFUSED;
  return shown;
}

static unsigned look_of_step(const struct wb_trace_picture *picture, size_t step) {
  return wb_trace_view_item_look(wb_playback_step(picture->view->playback, step).item);
}

static const char *sign_of(const struct wb_trace_picture *picture, const struct shown *shown,
                           unsigned *look) {
  const struct wb_glyphs *glyphs = picture->model->glyphs;
  *look = WB_LOOK_BAD;
  if (shown->refused) return glyphs->refused;
  if ((shown->cell.marks & WB_CELL_COLLISION) != 0) return glyphs->collision;
  *look = WB_LOOK_WARN;
  if ((shown->cell.marks & WB_CELL_NEVER_WRITTEN) != 0) return glyphs->unwritten;
  return NULL;
}

static unsigned look_of_value(const struct wb_trace_picture *picture, const struct shown *shown) {
  if (shown->here) return look_of_step(picture, picture->view->step) | WB_LOOK_REVERSE;
  if (!shown->cell.known) return WB_LOOK_DIM;
  return shown->cell.last_write != WB_PLAYBACK_NONE ? look_of_step(picture, shown->cell.last_write)
                                                    : WB_STYLE_PLAIN;
}

static bool is_pointed_at(const struct wb_trace_picture *picture, size_t array, uint64_t element) {
  const struct wb_trace_spot *pointer = &picture->view->pointer;
  return pointer->target == WB_TARGET_CELL && pointer->array == array && pointer->which == element;
}

static void put_value(const struct wb_trace_picture *picture, const struct wb_trace_block *block,
                      uint64_t element) {
  const struct wb_glyphs *glyphs = picture->model->glyphs;
  const struct shown shown = look_at(picture, block->array, element);
  const struct wb_trace_spot spot = {WB_TARGET_CELL, block->array, element};
  const bool pointed = is_pointed_at(picture, block->array, element);
  unsigned look = look_of_value(picture, &shown) | (pointed ? (unsigned)WB_LOOK_REVERSE : 0);
  unsigned sign_look;
  const char *sign = sign_of(picture, &shown, &sign_look);
  struct wb_str text;
  wb_str_init(&text);
  wb_playback_cell_text(picture->view->playback, picture->view->group, picture->view->step,
                        block->array, element, &text);
  if (text.length == 0 || !shown.cell.known) {
    wb_str_clear(&text);
    wb_str_add(&text, sign != NULL ? sign : glyphs->unknown);
    if (sign != NULL) look = sign_look | (look & WB_LOOK_REVERSE);
    sign = NULL; /* it stands for the value */
  }
  const char *open = sign != NULL ? sign : pointed ? ">" : shown.here ? "[" : " ";
  wb_trace_view_put_boxed(picture, look, block->grid.cell, sign != NULL ? sign_look : look, open,
                          text.data,
                          pointed      ? "<"
                          : shown.here ? "]"
                                       : " ",
                          wb_trace_spot_pack(&spot));
  wb_str_release(&text);
}

/* "w3": its last touch, beneath the value. */
static void put_touch_of(const struct wb_trace_picture *picture, const struct wb_trace_block *block,
                         size_t index) {
  const int width = block->grid.cell;
  if (index == WB_PLAYBACK_NONE) {
    wb_trace_view_put_cell(picture, WB_STYLE_PLAIN, width, "");
    return;
  }
  const struct wb_step step = wb_playback_step(picture->view->playback, index);
  const bool here = picture->moment.has_step && index == picture->view->step;
  unsigned look = wb_trace_view_item_look(step.item);
  struct wb_str text;
  wb_str_init(&text);
  wb_str_add_char(&text, wb_trace_view_access_letter(&step));
  wb_trace_view_item_name(picture->view->playback, step.group, step.item, &text);
  if (here) {
    look |= WB_LOOK_REVERSE;
  } else if (step.group != picture->view->group) {
    look = WB_LOOK_DIM;
  }
  const int columns = (int)wb_text_width(text.data), room = width - 1;
  if (columns < room) wb_pane_text_putf(picture->rows, WB_STYLE_PLAIN, "%*s", room - columns, "");
  wb_trace_view_put_cell(picture, look, columns < room ? columns : room, text.data);
  wb_pane_text_put(picture->rows, WB_STYLE_PLAIN, " ");
  wb_str_release(&text);
}

/* ---- accesses outside the array, behind a wall ---- */

static bool stray_is_before(const struct wb_trace_picture *picture, size_t stray) {
  return wb_playback_step(picture->view->playback, stray).element < 0;
}

enum stray_part { STRAY_INDEX, STRAY_VALUE, STRAY_TOUCH };

static void put_stray(const struct wb_trace_picture *picture, const struct wb_trace_block *block,
                      enum stray_part part, size_t stray) {
  const struct wb_glyphs *glyphs = picture->model->glyphs;
  const int width = block->grid.cell;
  const struct wb_step step = wb_playback_step(picture->view->playback, stray);
  const bool here = picture->moment.has_step && stray == picture->view->step;
  if (part == STRAY_TOUCH) {
    put_touch_of(picture, block, stray);
  } else if (part == STRAY_INDEX) {
    char *index = wb_format("%lld", (long long)step.element);
    wb_trace_view_put_cell(picture, WB_LOOK_BAD, width - 1, index);
    wb_pane_text_put(picture->rows, WB_STYLE_PLAIN, " ");
    free(index);
  } else {
    const unsigned look = WB_LOOK_BAD | (here ? (unsigned)WB_LOOK_REVERSE : 0);
    char *text = block->indices ? wb_strdup(glyphs->refused)
                                : wb_format("%s%lld", glyphs->refused, (long long)step.element);
    wb_trace_view_put_boxed(picture, look, width, look, here ? "[" : " ", text, here ? "]" : " ",
                            0);
    free(text);
  }
}

/* The room beside the array, with a stray where it is of this side and row. */
static void put_side(const struct wb_trace_picture *picture, const struct wb_trace_block *block,
                     enum stray_part part, bool before, bool row_is_last) {
  const size_t stray = picture->moment.stray[block->array];
  const bool mine = stray != WB_PLAYBACK_NONE && stray_is_before(picture, stray) == before;
  const char *wall = mine && row_is_last ? picture->model->glyphs->wall : " ";
  if (!before) wb_pane_text_put(picture->rows, WB_LOOK_BAD, wall);
  if (mine && row_is_last) {
    put_stray(picture, block, part, stray);
  } else {
    wb_trace_view_put_cell(picture, WB_STYLE_PLAIN, block->grid.cell, "");
  }
  if (before) wb_pane_text_put(picture->rows, WB_LOOK_BAD, wall);
}

/* ---- rows ---- */

enum { LABELS = 3 };

/* The name, then where the array lives, then how large it is: as many as it has rows. */
static void put_block_label(const struct wb_trace_picture *picture,
                            const struct wb_trace_block *block, int row) {
  const struct wb_playback_array *array = wb_playback_array(picture->view->playback, block->array);
  char *size = wb_format("[%llu]", (unsigned long long)array->elements);
  char *with_unit = wb_format("%llu cells", (unsigned long long)array->elements);
  const char *texts[LABELS] = {
      array->name, wb_memory_name(array->memory),
      (int)wb_text_width(with_unit) < picture->plan.names ? with_unit : size};
  wb_trace_view_put_label(picture, row == 0 ? WB_STYLE_STRONG : WB_LOOK_DIM,
                          row < LABELS ? texts[row] : "");
  free(size);
  free(with_unit);
}

static void put_start(const struct wb_trace_picture *picture, const struct wb_trace_block *block,
                      bool shows, uint64_t row) {
  const int width = picture->plan.starts;
  if (width == 0) return;
  const bool goes_on = block->grid.rows > 1;
  const unsigned long long first = row * block->grid.columns;
  char *start = wb_format("%llu:", first);
  wb_trace_view_put_cell(picture, WB_LOOK_DIM, width - 1, shows && goes_on ? start : "");
  wb_pane_text_put(picture->rows, WB_STYLE_PLAIN, " ");
  free(start);
}

static void put_indices(const struct wb_trace_picture *picture,
                        const struct wb_trace_block *block) {
  const struct wb_trace_grid *grid = &block->grid;
  put_start(picture, block, false, 0);
  if (block->strays_before) put_side(picture, block, STRAY_INDEX, true, true);
  for (uint64_t i = 0; i < grid->shown_columns; i++) {
    const unsigned long long column = grid->first_column + i;
    char *index = wb_format("%s%llu", grid->rows > 1 ? "+" : "", column);
    wb_trace_view_put_cell(picture, WB_LOOK_DIM, grid->cell - 1, index);
    wb_pane_text_put(picture->rows, WB_STYLE_PLAIN, " ");
    free(index);
  }
  if (block->strays_after) put_side(picture, block, STRAY_INDEX, false, true);
}

static void put_row(const struct wb_trace_picture *picture, const struct wb_trace_block *block,
                    uint64_t row, bool touches) {
  const struct wb_trace_grid *grid = &block->grid;
  const uint64_t elements = wb_playback_array(picture->view->playback, block->array)->elements;
  const enum stray_part part = touches ? STRAY_TOUCH : STRAY_VALUE;
  put_start(picture, block, !touches, row);
  if (block->strays_before) put_side(picture, block, part, true, row == 0);
  for (uint64_t i = 0; i < grid->shown_columns; i++) {
    const uint64_t element = row * grid->columns + grid->first_column + i;
    if (element >= elements) {
      wb_trace_view_put_cell(picture, WB_STYLE_PLAIN, grid->cell, "");
    } else if (touches) {
      put_touch_of(picture, block, look_at(picture, block->array, element).cell.last);
    } else {
      put_value(picture, block, element);
    }
  }
  const bool last = row + 1 == grid->rows;
  const bool cut = grid->first_column + grid->shown_columns < grid->columns ||
                   (row + 1 == grid->first_row + grid->shown_rows && !last);
  if (block->strays_after) put_side(picture, block, part, false, last);
  if (cut && !touches) wb_pane_text_put(picture->rows, WB_LOOK_DIM, picture->model->glyphs->more);
}

static void put_block(const struct wb_trace_picture *picture, const struct wb_trace_block *block) {
  int label = 0;
  if (block->indices) {
    wb_pane_text_start(picture->rows);
    put_block_label(picture, block, label++);
    put_indices(picture, block);
  }
  for (uint64_t i = 0; i < block->grid.shown_rows; i++) {
    const uint64_t row = block->grid.first_row + i;
    for (int touches = 0; touches <= (int)block->touches; touches++) {
      wb_pane_text_start(picture->rows);
      put_block_label(picture, block, label++);
      put_row(picture, block, row, touches != 0);
    }
  }
}

static void put_left_out(const struct wb_trace_picture *picture) {
  const struct wb_trace_plan *plan = &picture->plan;
  if (plan->arrays_left_out == 0 || picture->rows->count == 0) return;
  const size_t left = plan->arrays_left_out;
  wb_pane_text_putf(picture->rows, WB_LOOK_DIM, "  (%zu more %s)", left,
                    left == 1 ? "array" : "arrays");
}

void wb_view_trace_arrays(const struct wb_trace_picture *picture) {
  for (size_t i = 0; i < picture->plan.n_blocks; i++) {
    if (i > 0 && picture->plan.spread) wb_pane_text_start(picture->rows);
    put_block(picture, &picture->plan.blocks[i]);
  }
  put_left_out(picture);
}
