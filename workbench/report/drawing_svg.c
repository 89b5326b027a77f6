/* A picture as SVG: in each phase what is read on the left, the work-items in
 * the middle, what is written on the right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/drawing.h"
#include "report/svg.h"
#include "text/utf8.h"

#define INK "#1b1f24"
#define FAINT "#6a737d"
#define ALARM "#b3131b"
#define GOOD "#11703c"

static const double MARGIN = 28, CELL_HEIGHT = 30, VALUE = 13, SMALL = 10.5, TINY = 9, REACH = 110,
                    HEAD = 40, BETWEEN = 26, PAGE = 1500, CHIP_HEIGHT = 26, FRAME = 14;
enum { LONGEST_VALUE = 12, MOST_SOURCE = 12 };

/* Dark enough for white letters, and to be told apart on grey paper by their numbers. */
static const char *const colours[] = {"#0b63a5", "#b5460f", "#0a7d5a", "#9b3d86",
                                      "#866000", "#6b4bc0", "#12747f", "#555b66"};
static const char *colour_of(const struct wb_picture *picture, uint32_t item) {
  return colours[picture->items[item].item % (sizeof colours / sizeof colours[0])];
}

/* ---- boxes ------------------------------------------------------------------------------ */

struct box {
  double x, y, w, h;
};

/* Where the parts of a panel are. */
struct plan {
  const struct wb_drawing *d;
  const struct wb_picture_panel *panel;
  struct wb_svg *svg;
  struct box *arrays; /* of the cells alone, beside panel->arrays */
  double *cell_width; /* likewise */
  struct box items;   /* of the grid of work-items */
  double chip_width;
  struct box side[WB_N_SIDES]; /* w 0: nothing there */
  struct box all;
};

static bool is_flat(const struct wb_grid *grid) { return grid->columns > 1; }

/* A value as it fits. */
static void short_value(const char *text, struct wb_str *out) {
  if (wb_text_width(text) <= LONGEST_VALUE) {
    wb_str_add(out, text);
  } else {
    wb_str_add_bytes(out, text, wb_text_fit(text, LONGEST_VALUE - 1));
    wb_str_add(out, "…");
  }
}

static double value_width(const char *text) {
  struct wb_str shown;
  wb_str_init(&shown);
  short_value(text, &shown);
  const double width = wb_svg_text_width(shown.data, VALUE);
  wb_str_release(&shown);
  return width;
}

static double widest_cell(const struct plan *plan, const struct wb_picture_array *array) {
  double widest = is_flat(&array->grid) ? 40 : 58;
  for (size_t i = 0; i < array->grid.count; i++) {
    const char *expected = wb_drawing_expected(plan->d, plan->panel, array, i);
    double width = value_width(array->cells[i].text) + (is_flat(&array->grid) ? 14 : 34);
    if (expected != NULL && is_flat(&array->grid)) width += value_width(expected) / 2;
    if (width > widest) widest = width;
  }
  return widest;
}

/* Room for indices beside the cells. */
static double gutter(const struct wb_picture_array *array) {
  return is_flat(&array->grid) ? 26 : 44;
}

static void plan_arrays(struct plan *plan, double x, enum wb_side side) {
  struct box *box = &plan->side[side];
  double y = 0;
  *box = (struct box){.x = x};
  for (size_t a = 0; a < plan->panel->n_arrays; a++) {
    const struct wb_picture_array *array = &plan->panel->arrays[a];
    if (array->side != side) continue;
    plan->cell_width[a] = widest_cell(plan, array);
    plan->arrays[a] = (struct box){.x = x,
                                   .y = y + HEAD,
                                   .w = plan->cell_width[a] * array->grid.columns,
                                   .h = CELL_HEIGHT * array->grid.rows};
    const double wide = plan->arrays[a].w + gutter(array);
    if (wide > box->w) box->w = wide;
    if (box->w < 110) box->w = 110;
    y = plan->arrays[a].y + plan->arrays[a].h + BETWEEN;
  }
  box->h = y > 0 ? y - BETWEEN : 0;
}

/* Cells on the left end where the lines begin; indices are on the outer sides. */
static void place_arrays(struct plan *plan, enum wb_side side, double height) {
  const struct box *box = &plan->side[side];
  for (size_t a = 0; a < plan->panel->n_arrays; a++) {
    if (plan->panel->arrays[a].side != side) continue;
    plan->arrays[a].y += (height - box->h) / 2;
    if (side == WB_SIDE_READS) plan->arrays[a].x = box->x + box->w - plan->arrays[a].w;
  }
}

static double chip_width(const struct wb_drawing *d) {
  double widest = 34;
  for (uint32_t i = 0; i < d->picture->n_items; i++) {
    struct wb_str name;
    wb_str_init(&name);
    wb_drawing_item(d, i, &name);
    const double width = wb_svg_text_width(name.data, VALUE) + 18;
    if (width > widest) widest = width;
    wb_str_release(&name);
  }
  return widest;
}

static void move(struct plan *plan, double x, double y) {
  for (size_t a = 0; a < plan->panel->n_arrays; a++) {
    plan->arrays[a].x += x;
    plan->arrays[a].y += y;
  }
  for (int side = 0; side < WB_N_SIDES; side++) {
    plan->side[side].x += x;
    plan->side[side].y += y;
  }
  plan->items.x += x;
  plan->items.y += y;
  plan->all.x += x;
  plan->all.y += y;
}

/* All of a panel, as if it began at 0, 0. */
static void make_plan(struct plan *plan, const struct wb_drawing *d,
                      const struct wb_picture_panel *panel, struct wb_svg *svg) {
  const struct wb_grid *items = &d->picture->item_grid;
  *plan = (struct plan){.d = d, .panel = panel, .svg = svg};
  plan->arrays = wb_alloc((panel->n_arrays + 1) * sizeof *plan->arrays);
  plan->cell_width = wb_alloc((panel->n_arrays + 1) * sizeof *plan->cell_width);
  plan->chip_width = chip_width(d);
  plan_arrays(plan, FRAME, WB_SIDE_READS);
  double x =
      plan->side[WB_SIDE_READS].w > 0 ? FRAME + plan->side[WB_SIDE_READS].w + REACH : FRAME + 30;
  plan->items = (struct box){
      .x = x, .w = (plan->chip_width + 6) * items->columns - 6, .h = CELL_HEIGHT * items->rows};
  x += plan->items.w;
  plan_arrays(plan, x + REACH, WB_SIDE_WRITES);
  const bool writes = plan->side[WB_SIDE_WRITES].w > 0;
  plan->all.w = (writes ? x + REACH + plan->side[WB_SIDE_WRITES].w : x + 30) + FRAME;
  plan->all.h = plan->items.h + HEAD;
  for (int side = 0; side < WB_N_SIDES; side++)
    if (plan->side[side].h > plan->all.h) plan->all.h = plan->side[side].h;
  plan->items.y = HEAD + (plan->all.h - HEAD - plan->items.h) / 2;
  for (int side = 0; side < WB_N_SIDES; side++) place_arrays(plan, (enum wb_side)side, plan->all.h);
}

static void release_plan(struct plan *plan) {
  free(plan->arrays);
  free(plan->cell_width);
}

static struct box cell_box(const struct plan *plan, size_t array, size_t cell) {
  const struct wb_place *place = &plan->panel->arrays[array].grid.places[cell];
  const struct box *box = &plan->arrays[array];
  return (struct box){.x = box->x + plan->cell_width[array] * place->column,
                      .y = box->y + CELL_HEIGHT * place->row,
                      .w = plan->cell_width[array],
                      .h = CELL_HEIGHT};
}

static struct box chip_box(const struct plan *plan, uint32_t item) {
  const struct wb_picture *picture = plan->d->picture;
  const struct wb_place *place = &picture->item_grid.places[picture->items[item].place];
  return (struct box){
      .x = plan->items.x + (plan->chip_width + 6) * place->column,
      .y = plan->items.y + CELL_HEIGHT * place->row + (CELL_HEIGHT - CHIP_HEIGHT) / 2,
      .w = plan->chip_width,
      .h = CHIP_HEIGHT};
}

/* ---- cells ------------------------------------------------------------------------------- */

/* Whose colour a cell has: that of the only one who touches it. */
static const char *owner(const struct plan *plan, size_t array, size_t cell) {
  const char *colour = NULL;
  uint32_t item = UINT32_MAX;
  for (size_t i = 0; i < plan->panel->n_links; i++) {
    const struct wb_picture_link *link = &plan->panel->links[i];
    if (link->array != array || link->cell != cell || link->item == item) continue;
    if (item != UINT32_MAX) return INK;
    item = link->item;
    colour = colour_of(plan->d->picture, item);
  }
  return colour;
}

static void cell_title(const struct plan *plan, size_t array, size_t cell, struct wb_str *out) {
  const struct wb_picture_array *a = &plan->panel->arrays[array];
  const struct wb_playback_array *seen = wb_playback_array(plan->d->picture->playback, a->array);
  const char *expected = wb_drawing_expected(plan->d, plan->panel, a, cell);
  struct wb_str who;
  wb_str_init(&who);
  wb_str_addf(out, "%s[%lld]", seen->name, (long long)a->grid.places[cell].element);
  if (a->cells[cell].text[0] != '\0') wb_str_addf(out, " = %s", a->cells[cell].text);
  if (expected != NULL) wb_str_addf(out, ", should be %s", expected);
  if (a->cells[cell].never_written) wb_str_add(out, ", which nobody has written");
  if (a->cells[cell].refused) wb_str_add(out, ", refused");
  if (a->cells[cell].collides) wb_str_add(out, ", a collision");
  if (wb_drawing_who(plan->d, plan->panel, array, cell, 8, &who) > 0)
    wb_str_addf(out, "; %s by %s", a->side == WB_SIDE_READS ? "read" : "written", who.data);
  wb_str_release(&who);
}

static void draw_frame(const struct plan *plan, size_t array, size_t cell) {
  const struct wb_picture_array *a = &plan->panel->arrays[array];
  const struct wb_picture_cell *c = &a->cells[cell];
  const struct box box = cell_box(plan, array, cell);
  const char *colour = owner(plan, array, cell);
  const bool outside = a->grid.places[cell].kind == WB_PLACE_OUTSIDE;
  const bool wrong = wb_drawing_expected(plan->d, plan->panel, a, cell) != NULL;
  struct wb_svg_look look = {.fill = "#ffffff", .stroke = "#c3c8cf", .stroke_width = 1};
  if (!c->touched && !c->never_written) look.fill = "#f3f5f7";
  if (c->touched && colour != NULL) look.stroke = colour;
  if (c->touched) look.stroke_width = 1.6;
  if (c->never_written) look.fill = "url(#hatch)";
  if (c->collides) look.fill = "url(#alarm)";
  if (c->collides || c->refused || wrong) look.stroke = ALARM;
  if (c->collides || wrong) look.stroke_width = 2.4;
  if (c->now) look.stroke_width = 3;
  if (outside || c->refused) look.dash = "4 3";
  if (outside) look.fill = "#fdf3f3";
  wb_svg_rectangle(plan->svg, box.x + 1, box.y + 1, box.w - 2, box.h - 2, &look);
  if (c->collides) {
    const struct wb_svg_look inner = {.stroke = ALARM, .stroke_width = 1};
    wb_svg_rectangle(plan->svg, box.x + 4.5, box.y + 4.5, box.w - 9, box.h - 9, &inner);
  }
}

/* The numbers of those who touch it, small, in the corner. */
static void draw_who(const struct plan *plan, size_t array, size_t cell, const struct box *box) {
  const bool flat = is_flat(&plan->panel->arrays[array].grid);
  const bool left = plan->panel->arrays[array].side == WB_SIDE_WRITES;
  struct wb_str who;
  wb_str_init(&who);
  if (!flat && wb_drawing_who(plan->d, plan->panel, array, cell, 3, &who) > 1) {
    const struct wb_svg_font font = {
        .size = TINY,
        .fill = plan->panel->arrays[array].cells[cell].collides ? ALARM : FAINT,
        .anchor = left ? WB_SVG_START : WB_SVG_END,
        .bold = plan->panel->arrays[array].cells[cell].collides};
    wb_svg_text(plan->svg, left ? box->x + 6 : box->x + box->w - 6, box->y + 10.5, &font, who.data);
  }
  wb_str_release(&who);
}

/* What should be there stands below what is, which is struck out. */
static void draw_expected(const struct plan *plan, const struct box *box, const char *got,
                          const char *expected) {
  struct wb_str both;
  wb_str_init(&both);
  short_value(got[0] != '\0' ? got : "?", &both);
  const struct wb_svg_font bad = {
      .size = VALUE - 1, .fill = ALARM, .anchor = WB_SVG_MIDDLE, .code = true, .bold = true};
  const double middle = box->x + box->w / 2, half = wb_svg_text_width(both.data, VALUE - 1) / 2;
  wb_svg_text(plan->svg, middle, box->y + 13.5, &bad, both.data);
  wb_svg_line(plan->svg, middle - half, box->y + 9.5, middle + half, box->y + 9.5,
              &(struct wb_svg_look){.stroke = ALARM, .stroke_width = 1.4});
  wb_str_clear(&both);
  wb_str_add(&both, "→ ");
  short_value(expected, &both);
  const struct wb_svg_font good = {
      .size = SMALL, .fill = GOOD, .anchor = WB_SVG_MIDDLE, .code = true, .bold = true};
  wb_svg_text(plan->svg, middle, box->y + CELL_HEIGHT - 5, &good, both.data);
  wb_str_release(&both);
}

static void draw_value(const struct plan *plan, size_t array, size_t cell) {
  const struct wb_picture_array *a = &plan->panel->arrays[array];
  const struct wb_picture_cell *c = &a->cells[cell];
  const struct box box = cell_box(plan, array, cell);
  const char *expected = wb_drawing_expected(plan->d, plan->panel, a, cell);
  struct wb_svg_font font = {.size = VALUE,
                             .fill = c->touched ? INK : "#8a929b",
                             .anchor = WB_SVG_MIDDLE,
                             .bold = c->touched,
                             .code = true};
  struct wb_str text;
  if (a->grid.places[cell].kind == WB_PLACE_GAP) {
    const struct wb_svg_font gap = {.size = VALUE + 3, .fill = FAINT, .anchor = WB_SVG_MIDDLE};
    wb_svg_text(plan->svg, box.x + box.w / 2, box.y + 19, &gap, is_flat(&a->grid) ? "…" : "⋮");
    return;
  }
  wb_str_init(&text);
  cell_title(plan, array, cell, &text);
  wb_svg_begin(plan->svg, text.data);
  wb_str_clear(&text);
  short_value(c->text, &text);
  if (c->never_written) wb_str_add_char(&text, '?');
  if (a->grid.places[cell].kind == WB_PLACE_OUTSIDE) {
    wb_svg_cross(plan->svg, box.x + box.w / 2, box.y + box.h / 2, 5, ALARM);
  } else if (expected != NULL) {
    draw_expected(plan, &box, c->text, expected);
  } else {
    wb_svg_text(plan->svg, box.x + box.w / 2, box.y + 20, &font, text.data);
  }
  if (c->refused && a->grid.places[cell].kind == WB_PLACE_ELEMENT)
    wb_svg_cross(plan->svg, box.x + box.w - 9, box.y + 9, 4, ALARM);
  draw_who(plan, array, cell, &box);
  wb_svg_end(plan->svg);
  wb_str_release(&text);
}

/* Indices: of every cell of a line, of every row of rows. */
static void draw_indices(const struct plan *plan, size_t array) {
  const struct wb_picture_array *a = &plan->panel->arrays[array];
  const bool left = a->side == WB_SIDE_READS;
  uint32_t row = UINT32_MAX;
  for (size_t i = 0; i < a->grid.count; i++) {
    const struct wb_place *place = &a->grid.places[i];
    const struct box box = cell_box(plan, array, i);
    struct wb_svg_font font = {.size = SMALL, .fill = FAINT, .code = true};
    char text[32];
    const bool outside = place->kind == WB_PLACE_OUTSIDE;
    if (place->kind == WB_PLACE_GAP || (is_flat(&a->grid) && place->row == row && !outside))
      continue;
    row = place->row;
    snprintf(text, sizeof text, "%lld", (long long)place->element);
    font.anchor = left ? WB_SVG_END : WB_SVG_START;
    if (outside) font.fill = ALARM;
    font.bold = outside;
    const struct box *all = &plan->arrays[array];
    wb_svg_text(plan->svg, left ? all->x - 6 : all->x + all->w + 6, box.y + 19, &font, text);
  }
}

static void draw_head(const struct plan *plan, size_t array) {
  const struct wb_picture_array *a = &plan->panel->arrays[array];
  const struct wb_playback_array *seen = wb_playback_array(plan->d->picture->playback, a->array);
  const struct box *box = &plan->arrays[array];
  const double middle = box->x + box->w / 2;
  struct wb_str note;
  wb_str_init(&note);
  wb_svg_text(plan->svg, middle, box->y - 22,
              &(struct wb_svg_font){
                  .size = 15, .bold = true, .code = true, .anchor = WB_SVG_MIDDLE, .fill = INK},
              seen->name[0] != '\0' ? seen->name : "?");
  wb_str_add(&note, wb_memory_name(seen->memory));
  if (a->lines.count > 0) wb_str_add(&note, ", ");
  wb_drawing_lines(&a->lines, &note);
  wb_svg_text(plan->svg, middle, box->y - 8,
              &(struct wb_svg_font){.size = SMALL, .fill = FAINT, .anchor = WB_SVG_MIDDLE},
              note.data);
  wb_str_release(&note);
}

/* ---- links ------------------------------------------------------------------------------- */

static void draw_link(const struct plan *plan, const struct wb_picture_link *link) {
  const struct wb_picture_array *a = &plan->panel->arrays[link->array];
  const struct box cell = cell_box(plan, link->array, link->cell);
  const struct box chip = chip_box(plan, link->item);
  const bool reads = a->side == WB_SIDE_READS;
  const bool trouble = link->refused || link->collides;
  const double inset = is_flat(&a->grid) ? 9 : 0;
  const double cell_y = cell.y + cell.h / 2, chip_y = chip.y + chip.h / 2;
  const char *colour = link->refused ? ALARM : colour_of(plan->d->picture, link->item);
  struct wb_svg_look look = {.stroke = colour, .stroke_width = 1.7, .opacity = 0.8};
  if (plan->panel->n_links > 60) look.opacity = 0.5;
  if (plan->panel->n_links > 60) look.stroke_width = 1.1;
  if (trouble || link->now) look.opacity = 0.9;
  if (link->now) look.stroke_width = 3.4;
  if (link->refused) look.dash = "5 4";
  if (reads) {
    const double from = cell.x + cell.w - inset;
    wb_svg_curve(plan->svg, from, cell_y, chip.x - 6, chip_y, &look);
    wb_svg_dot(plan->svg, from, cell_y, 2.6, colour);
    wb_svg_head(plan->svg, chip.x - 1, chip_y, true, colour);
  } else {
    const double to = cell.x + inset;
    wb_svg_curve(plan->svg, chip.x + chip.w, chip_y, to - 6, cell_y, &look);
    wb_svg_head(plan->svg, to, cell_y, true, colour);
    if (link->access == WB_ACCESS_ATOMIC)
      wb_svg_head(plan->svg, chip.x + chip.w + 2, chip_y, false, colour);
  }
}

static void draw_items(const struct plan *plan) {
  const struct wb_picture *picture = plan->d->picture;
  const struct box *box = &plan->items;
  wb_svg_text(plan->svg, box->x + box->w / 2, box->y - 10,
              &(struct wb_svg_font){.size = SMALL, .fill = FAINT, .anchor = WB_SVG_MIDDLE},
              "work-items");
  for (uint32_t i = 0; i < picture->n_items; i++) {
    const struct box chip = chip_box(plan, i);
    bool busy = false;
    struct wb_str name;
    wb_str_init(&name);
    wb_drawing_item(plan->d, i, &name);
    for (size_t k = 0; k < plan->panel->n_links && !busy; k++)
      busy = plan->panel->links[k].item == i;
    const struct wb_svg_look look = {.fill = busy ? colour_of(picture, i) : "#ffffff",
                                     .stroke = busy ? colour_of(picture, i) : "#b9c0c8",
                                     .stroke_width = 1.4,
                                     .radius = 9};
    wb_svg_rectangle(plan->svg, chip.x, chip.y, chip.w, chip.h, &look);
    wb_svg_text(plan->svg, chip.x + chip.w / 2, chip.y + 17.5,
                &(struct wb_svg_font){.size = VALUE,
                                      .fill = busy ? "#ffffff" : FAINT,
                                      .anchor = WB_SVG_MIDDLE,
                                      .bold = busy,
                                      .code = true},
                name.data);
    wb_str_release(&name);
  }
  for (size_t i = 0; i < picture->item_grid.count; i++) {
    const struct wb_place *place = &picture->item_grid.places[i];
    if (place->kind != WB_PLACE_GAP) continue;
    wb_svg_text(plan->svg, box->x + (plan->chip_width + 6) * place->column + plan->chip_width / 2,
                box->y + CELL_HEIGHT * place->row + 20,
                &(struct wb_svg_font){.size = VALUE + 3, .fill = FAINT, .anchor = WB_SVG_MIDDLE},
                "⋮");
  }
}

/* ---- panels ------------------------------------------------------------------------------ */

static void draw_panel(const struct plan *plan) {
  const struct wb_picture_panel *panel = plan->panel;
  for (size_t a = 0; a < panel->n_arrays; a++) {
    draw_head(plan, a);
    draw_indices(plan, a);
    for (size_t i = 0; i < panel->arrays[a].grid.count; i++)
      if (panel->arrays[a].grid.places[i].kind != WB_PLACE_GAP) draw_frame(plan, a, i);
  }
  for (int pass = 0; pass < 2; pass++) /* trouble lies on top */
    for (size_t i = 0; i < panel->n_links; i++) {
      const struct wb_picture_link *link = &panel->links[i];
      if ((link->refused || link->collides || link->now) == (pass == 1)) draw_link(plan, link);
    }
  draw_items(plan);
  for (size_t a = 0; a < panel->n_arrays; a++)
    for (size_t i = 0; i < panel->arrays[a].grid.count; i++) draw_value(plan, a, i);
}

static double draw_barrier(struct wb_svg *svg, double x, double y, double h, uint32_t line) {
  char text[48];
  snprintf(text, sizeof text, line > 0 ? "barrier, line %u" : "barrier", line);
  wb_svg_rectangle(svg, x + 8, y, 20, h, &(struct wb_svg_look){.fill = "#30363d", .radius = 5});
  wb_svg_text(
      svg, x + 22.5, y + h / 2,
      &(struct wb_svg_font){
          .size = 12, .fill = "#ffffff", .anchor = WB_SVG_MIDDLE, .bold = true, .turned = -90},
      text);
  return x + 36;
}

static void draw_phase_name(struct wb_svg *svg, const struct plan *plan) {
  char text[48];
  snprintf(text, sizeof text, "phase %u", plan->panel->phase + 1);
  wb_svg_rectangle(svg, plan->all.x, plan->all.y - 22, plan->all.w, plan->all.h + 40,
                   &(struct wb_svg_look){.fill = "#fbfcfd", .stroke = "#e3e7eb", .radius = 8});
  wb_svg_text(svg, plan->all.x + 10, plan->all.y - 5,
              &(struct wb_svg_font){.size = 12, .bold = true, .fill = FAINT}, text);
}

/* Beside each other as far as the page goes; returns where the last row ends. */
static double draw_panels(const struct wb_drawing *d, struct wb_svg *svg, double y) {
  const struct wb_picture *picture = d->picture;
  struct plan *plans = wb_alloc((picture->n_panels + 1) * sizeof *plans);
  double bottom = y;
  for (size_t i = 0; i < picture->n_panels; i++) make_plan(&plans[i], d, &picture->panels[i], svg);
  for (size_t i = 0, next = 0; i < picture->n_panels; i = next) {
    double x = MARGIN, height = 0;
    for (next = i; next < picture->n_panels; next++) {
      if (next > i && x + plans[next].all.w > PAGE) break;
      x += plans[next].all.w + 36;
      if (plans[next].all.h > height) height = plans[next].all.h;
    }
    x = MARGIN;
    for (size_t k = i; k < next; k++) {
      move(&plans[k], x, y + 24 + (height - plans[k].all.h) / 2);
      plans[k].all.y = y + 24;
      plans[k].all.h = height;
      draw_phase_name(svg, &plans[k]);
      draw_panel(&plans[k]);
      x += plans[k].all.w;
      if (k + 1 < picture->n_panels)
        x = draw_barrier(svg, x, y + 2, height + 40, picture->panels[k].barrier);
    }
    y += height + 66;
    bottom = y;
  }
  for (size_t i = 0; i < picture->n_panels; i++) release_plan(&plans[i]);
  free(plans);
  return bottom;
}

/* ---- the page ---------------------------------------------------------------------------- */

static double draw_top(const struct wb_drawing *d, struct wb_svg *svg) {
  const struct wb_case_result *judged = wb_drawing_case(d);
  struct wb_str notes[WB_DRAWING_MOST_NOTES], text;
  double y = MARGIN + 18;
  wb_str_init(&text);
  wb_drawing_title(d, &text);
  wb_svg_text(svg, MARGIN, y, &(struct wb_svg_font){.size = 21, .bold = true}, text.data);
  if (judged != NULL) {
    const bool good = judged->verdict == WB_VERDICT_ACCEPTED;
    const char *word = wb_verdict_name(judged->verdict);
    const double x = MARGIN + wb_svg_text_width(text.data, 21) * 1.08 + 18;
    const double width = wb_svg_text_width(word, 14) + 44;
    wb_svg_rectangle(svg, x, y - 19, width, 26,
                     &(struct wb_svg_look){.fill = good ? GOOD : ALARM, .radius = 13});
    wb_svg_text(
        svg, x + width / 2, y - 1,
        &(struct wb_svg_font){.size = 14, .bold = true, .fill = "#ffffff", .anchor = WB_SVG_MIDDLE},
        word);
  }
  wb_str_clear(&text);
  wb_drawing_subtitle(d, &text);
  y += 22;
  wb_svg_text(svg, MARGIN, y, &(struct wb_svg_font){.size = 13, .fill = FAINT}, text.data);
  const size_t count = wb_drawing_notes(d, notes);
  for (size_t i = 0; i < count; i++) {
    y += 20;
    wb_svg_text(svg, MARGIN, y, &(struct wb_svg_font){.size = 13, .fill = INK}, notes[i].data);
    wb_str_release(&notes[i]);
  }
  wb_str_release(&text);
  return y + 22;
}

static double draw_source(const struct wb_drawing *d, struct wb_svg *svg, double y) {
  struct wb_lines lines;
  const char *at = d->source;
  int64_t number = 1;
  wb_drawing_source_lines(d, &lines);
  for (size_t i = 0; i < lines.count && i < MOST_SOURCE && at != NULL; i++) {
    char label[24];
    struct wb_str clean;
    for (; number < lines.at[i] && at != NULL; number++) {
      at = strchr(at, '\n');
      at = at != NULL ? at + 1 : NULL;
    }
    if (at == NULL) break;
    wb_str_init(&clean);
    wb_text_clean_line(&clean, at, strcspn(at, "\r\n"), NULL);
    snprintf(label, sizeof label, "%lld", (long long)number);
    wb_svg_text(
        svg, MARGIN + 26, y,
        &(struct wb_svg_font){.size = 13, .fill = FAINT, .code = true, .anchor = WB_SVG_END},
        label);
    wb_svg_text(svg, MARGIN + 38, y, &(struct wb_svg_font){.size = 13, .code = true}, clean.data);
    wb_str_release(&clean);
    y += 19;
  }
  free(lines.at);
  return y;
}

/* What is in the picture, and how it looks. */
struct legend {
  bool refused, collides, never_written, atomic, wrong;
};

static struct legend look_for(const struct wb_drawing *d) {
  struct legend legend = {0};
  for (size_t p = 0; p < d->picture->n_panels; p++) {
    const struct wb_picture_panel *panel = &d->picture->panels[p];
    for (size_t i = 0; i < panel->n_links; i++)
      legend.atomic = legend.atomic || panel->links[i].access == WB_ACCESS_ATOMIC;
    for (size_t a = 0; a < panel->n_arrays; a++)
      for (size_t i = 0; i < panel->arrays[a].grid.count; i++) {
        const struct wb_picture_cell *cell = &panel->arrays[a].cells[i];
        legend.refused = legend.refused || cell->refused;
        legend.collides = legend.collides || cell->collides;
        legend.never_written = legend.never_written || cell->never_written;
        legend.wrong = legend.wrong || wb_drawing_expected(d, panel, &panel->arrays[a], i) != NULL;
      }
  }
  return legend;
}

static double label(struct wb_svg *svg, double x, double y, const char *text) {
  wb_svg_text(svg, x, y + 4, &(struct wb_svg_font){.size = 11.5, .fill = FAINT}, text);
  return x + wb_svg_text_width(text, 11.5) + 22;
}

static double swatch(struct wb_svg *svg, double x, double y, const struct wb_svg_look *look) {
  wb_svg_rectangle(svg, x, y - 8, 24, 16, look);
  return x + 31;
}

static void draw_legend(const struct wb_drawing *d, struct wb_svg *svg, double y) {
  const struct legend legend = look_for(d);
  const struct wb_svg_look line = {.stroke = colours[0], .stroke_width = 1.7};
  double x = MARGIN;
  wb_svg_dot(svg, x + 2, y, 2.6, colours[0]);
  wb_svg_line(svg, x, y, x + 24, y, &line);
  wb_svg_head(svg, x + 30, y, true, colours[0]);
  x = label(svg, x + 37, y, "reads, left; writes, right");
  if (legend.atomic) {
    wb_svg_line(svg, x + 4, y, x + 24, y, &line);
    wb_svg_head(svg, x, y, false, colours[0]);
    wb_svg_head(svg, x + 30, y, true, colours[0]);
    x = label(svg, x + 37, y, "updates atomically");
  }
  if (legend.collides) {
    x = swatch(svg, x, y,
               &(struct wb_svg_look){.fill = "url(#alarm)", .stroke = ALARM, .stroke_width = 2.4});
    x = label(svg, x, y, "collision: no barrier between");
  }
  if (legend.refused) {
    wb_svg_cross(svg, x + 12, y, 4, ALARM);
    x = swatch(svg, x, y,
               &(struct wb_svg_look){.stroke = ALARM, .stroke_width = 1.6, .dash = "4 3"});
    x = label(svg, x, y, "refused access");
  }
  if (legend.never_written) {
    x = swatch(svg, x, y, &(struct wb_svg_look){.fill = "url(#hatch)", .stroke = "#c3c8cf"});
    x = label(svg, x, y, "nobody wrote it");
  }
  if (legend.wrong) {
    x = swatch(svg, x, y,
               &(struct wb_svg_look){.fill = "#ffffff", .stroke = ALARM, .stroke_width = 2.4});
    x = label(svg, x, y, "wrong, and what it should be");
  }
}

void wb_drawing_svg(const struct wb_drawing *drawing, struct wb_str *out) {
  struct wb_svg svg;
  struct wb_str title;
  wb_svg_init(&svg);
  wb_str_init(&title);
  double y = draw_top(drawing, &svg);
  y = draw_panels(drawing, &svg, y);
  y = draw_source(drawing, &svg, y + 12);
  draw_legend(drawing, &svg, y + 10);
  wb_drawing_title(drawing, &title);
  wb_svg_finish(&svg, title.data, MARGIN - 8, out);
  wb_str_release(&title);
}
