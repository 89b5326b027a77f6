#include "report/drawing_plan.h"

#include <stdlib.h>
#include <string.h>

#include "text/columns.h"

static const double REACH = 110, HEAD = 40, BETWEEN = 26, FRAME = 14, WIDEST_LANES = 30;
enum { LONGEST_VALUE = 12 };

const char *wb_plan_item_colour(uint32_t item) {
  static const char *const colours[] = {"#0b63a5", "#b5460f", "#0a7d5a", "#9b3d86",
                                        "#866000", "#6b4bc0", "#12747f", "#555b66"};
  return colours[item % (sizeof colours / sizeof colours[0])];
}

void wb_drawing_short_value(const char *text, struct wb_str *out) {
  if (wb_text_width(text) <= LONGEST_VALUE) {
    wb_str_add(out, text);
  } else {
    wb_str_add_bytes(out, text, wb_text_fit(text, LONGEST_VALUE - 1));
    wb_str_add(out, "…");
  }
}

/* ---- how large ----------------------------------------------------------------------- */

static double value_width(const char *text) {
  struct wb_str shown;
  wb_str_init(&shown);
  wb_drawing_short_value(text, &shown);
  const double width = wb_svg_text_width(shown.data, WB_VALUE_SIZE);
  wb_str_release(&shown);
  return width;
}

/* The corner with the numbers of several, and as much on the other side. */
static double room_for_who(const struct wb_plan *plan, size_t array, size_t cell) {
  struct wb_str who;
  wb_str_init(&who);
  const size_t count = wb_drawing_who(plan->d, plan->panel, array, cell, 3, &who);
  const double room = count > 1 ? 2 * (wb_svg_text_width(who.data, WB_TINY_SIZE) + 4) : 0;
  wb_str_release(&who);
  return room > 20 ? room : 20;
}

static double widest_cell(const struct wb_plan *plan, size_t a) {
  const struct wb_picture_array *array = &plan->panel->arrays[a];
  const bool flat = array->grid.columns > 1;
  double widest = flat ? 40 : 58;
  for (size_t i = 0; i < array->grid.count; i++) {
    const char *expected = wb_drawing_expected(plan->d, plan->panel, array, i);
    double width = value_width(array->cells[i].text) + 14;
    if (!flat) width += room_for_who(plan, a, i);
    if (expected != NULL && value_width(expected) + 20 > width) width = value_width(expected) + 20;
    if (width > widest) widest = width;
  }
  return widest;
}

/* Room for indices beside the cells. */
static double gutter_width(const struct wb_picture_array *array) {
  return array->grid.columns > 1 ? 30 : 44;
}

static struct wb_grid_plan grid_plan(const struct wb_grid *grid, double cell_width,
                                     double cell_height) {
  struct wb_grid_plan plan = {
      .cell_width = cell_width, .row_height = cell_height, .columns = grid->columns};
  if (grid->columns > 1) {
    plan.lane = grid->columns * 3.5 > WIDEST_LANES ? WIDEST_LANES / grid->columns : 3.5;
    plan.row_height += plan.lane * grid->columns + 6;
  }
  plan.box.w = cell_width * grid->columns;
  plan.box.h = plan.row_height * grid->rows;
  return plan;
}

static void plan_arrays(struct wb_plan *plan, double x, enum wb_side side) {
  struct wb_box *box = &plan->side[side];
  double y = 0;
  *box = (struct wb_box){.x = x};
  for (size_t a = 0; a < plan->panel->n_arrays; a++) {
    const struct wb_picture_array *array = &plan->panel->arrays[a];
    struct wb_grid_plan *grid = &plan->arrays[a];
    if (array->side != side) continue;
    *grid = grid_plan(&array->grid, widest_cell(plan, a), WB_CELL_HEIGHT);
    grid->box.x = x;
    grid->box.y = y + HEAD;
    if (grid->box.w + gutter_width(array) > box->w) box->w = grid->box.w + gutter_width(array);
    if (box->w < 110) box->w = 110;
    y = grid->box.y + grid->box.h + BETWEEN;
  }
  box->h = y > 0 ? y - BETWEEN : 0;
}

/* Cells on the left end where the lines begin; indices are on the outer sides. */
static void place_reads(struct wb_plan *plan) {
  const struct wb_box *side = &plan->side[WB_SIDE_READS];
  for (size_t a = 0; a < plan->panel->n_arrays; a++)
    if (plan->panel->arrays[a].side == WB_SIDE_READS)
      plan->arrays[a].box.x = side->x + side->w - plan->arrays[a].box.w;
}

static double chip_width(const struct wb_drawing *d) {
  double widest = 34;
  for (uint32_t i = 0; i < d->picture->n_items; i++) {
    struct wb_str name;
    wb_str_init(&name);
    wb_drawing_item(d, i, &name);
    const double width = wb_svg_text_width(name.data, WB_VALUE_SIZE) + 18;
    if (width > widest) widest = width;
    wb_str_release(&name);
  }
  return widest;
}

void wb_plan_make(struct wb_plan *plan, const struct wb_drawing *d,
                  const struct wb_picture_panel *panel, struct wb_svg *svg) {
  *plan = (struct wb_plan){.d = d, .panel = panel, .svg = svg};
  plan->arrays = wb_alloc((panel->n_arrays + 1) * sizeof *plan->arrays);
  plan_arrays(plan, FRAME, WB_SIDE_READS);
  const bool reads = plan->side[WB_SIDE_READS].w > 0;
  plan->items = grid_plan(&d->picture->item_grid, chip_width(d) + WB_CHIP_GAP, WB_CELL_HEIGHT);
  plan->items.box.x = reads ? FRAME + plan->side[WB_SIDE_READS].w + REACH : FRAME + 30;
  plan->items.box.y = HEAD;
  const double end = plan->items.box.x + plan->items.box.w;
  plan_arrays(plan, end + REACH, WB_SIDE_WRITES);
  const bool writes = plan->side[WB_SIDE_WRITES].w > 0;
  plan->all.w = (writes ? end + REACH + plan->side[WB_SIDE_WRITES].w : end + 30) + FRAME;
  plan->all.h = plan->items.box.h + HEAD;
  for (int side = 0; side < WB_N_SIDES; side++)
    if (plan->side[side].h > plan->all.h) plan->all.h = plan->side[side].h;
  place_reads(plan);
}

void wb_plan_release(struct wb_plan *plan) { free(plan->arrays); }

/* ---- where ----------------------------------------------------------------------------- */

static void move_box(struct wb_box *box, double x, double y) {
  box->x += x;
  box->y += y;
}

void wb_plan_move(struct wb_plan *plan, double x, double y) {
  for (size_t a = 0; a < plan->panel->n_arrays; a++) move_box(&plan->arrays[a].box, x, y);
  for (int side = 0; side < WB_N_SIDES; side++) move_box(&plan->side[side], x, y);
  move_box(&plan->items.box, x, y);
  move_box(&plan->all, x, y);
}

struct wb_box wb_plan_cell(const struct wb_plan *plan, size_t array, size_t cell) {
  const struct wb_picture_place *place = &plan->panel->arrays[array].grid.places[cell];
  const struct wb_grid_plan *grid = &plan->arrays[array];
  return (struct wb_box){.x = grid->box.x + grid->cell_width * place->column,
                         .y = grid->box.y + grid->row_height * place->row,
                         .w = grid->cell_width,
                         .h = WB_CELL_HEIGHT};
}

struct wb_box wb_plan_chip(const struct wb_plan *plan, uint32_t item) {
  const struct wb_picture *picture = plan->d->picture;
  const struct wb_picture_place *place = &picture->item_grid.places[picture->items[item].place];
  const struct wb_grid_plan *grid = &plan->items;
  return (struct wb_box){
      .x = grid->box.x + grid->cell_width * place->column + (double)WB_CHIP_GAP / 2,
      .y = grid->box.y + grid->row_height * place->row +
           (double)(WB_CELL_HEIGHT - WB_CHIP_HEIGHT) / 2,
      .w = grid->cell_width - WB_CHIP_GAP,
      .h = WB_CHIP_HEIGHT};
}

double wb_plan_lane(const struct wb_grid_plan *grid, const struct wb_picture_place *place) {
  return grid->box.y + grid->row_height * place->row + WB_CELL_HEIGHT + 4 +
         grid->lane * (place->column + 0.5);
}
