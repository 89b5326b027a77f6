/* A panel drawn: cells with their values, lines, work-items. */
#include <stdio.h>
#include <string.h>

#include "report/drawing_plan.h"
#include "text/columns.h"

enum { LONGEST_NAME = 14 };

static bool is_flat(const struct wb_grid *grid) { return grid->columns > 1; }

/* ---- cells ------------------------------------------------------------------------------- */

/* Whose colour a cell has: that of the only one who touches it. */
static const char *cell_owner(const struct wb_plan *plan, size_t array, size_t cell) {
  const char *colour = NULL;
  uint32_t item = UINT32_MAX;
  for (size_t i = 0; i < plan->panel->n_links; i++) {
    const struct wb_picture_link *link = &plan->panel->links[i];
    if (link->array != array || link->cell != cell || link->item == item) continue;
    if (item != UINT32_MAX) return WB_INK;
    item = link->item;
    colour = wb_plan_item_colour(item);
  }
  return colour;
}

static void cell_title(const struct wb_plan *plan, size_t array, size_t cell, struct wb_str *out) {
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

static void draw_frame(const struct wb_plan *plan, size_t array, size_t cell) {
  const struct wb_picture_array *a = &plan->panel->arrays[array];
  const struct wb_picture_cell *c = &a->cells[cell];
  const struct wb_box box = wb_plan_cell(plan, array, cell);
  const char *colour = cell_owner(plan, array, cell);
  const bool outside = a->grid.places[cell].kind == WB_PLACE_OUTSIDE;
  const bool wrong = wb_drawing_expected(plan->d, plan->panel, a, cell) != NULL;
  struct wb_svg_look look = {.fill = "#ffffff", .stroke = "#c3c8cf", .stroke_width = 1};
  if (!c->touched && !c->never_written) look.fill = "#f3f5f7";
  if (c->touched && colour != NULL) look.stroke = colour;
  if (c->touched) look.stroke_width = 1.6;
  if (c->never_written) look.fill = "url(#hatch)";
  if (c->collides) look.fill = "url(#alarm)";
  if (c->collides || c->refused || wrong) look.stroke = WB_ALARM;
  if (c->collides || wrong) look.stroke_width = 2.4;
  if (c->now) look.stroke_width = 3;
  if (outside || c->refused) look.dash = "4 3";
  if (outside) look.fill = "#fdf3f3";
  wb_svg_rectangle(plan->svg, box.x + 1, box.y + 1, box.w - 2, box.h - 2, &look);
  if (c->collides) {
    const struct wb_svg_look inner = {.stroke = WB_ALARM, .stroke_width = 1};
    wb_svg_rectangle(plan->svg, box.x + 4.5, box.y + 4.5, box.w - 9, box.h - 9, &inner);
  }
}

/* The numbers of those who touch it, small, in the corner. */
static void draw_who(const struct wb_plan *plan, size_t array, size_t cell,
                     const struct wb_box *box) {
  const bool flat = is_flat(&plan->panel->arrays[array].grid);
  const bool left = plan->panel->arrays[array].side == WB_SIDE_WRITES;
  struct wb_str who;
  wb_str_init(&who);
  if (!flat && wb_drawing_who(plan->d, plan->panel, array, cell, 3, &who) > 1) {
    const struct wb_svg_font font = {
        .size = WB_TINY_SIZE,
        .fill = plan->panel->arrays[array].cells[cell].collides ? WB_ALARM : WB_FAINT,
        .anchor = left ? WB_SVG_START : WB_SVG_END,
        .bold = plan->panel->arrays[array].cells[cell].collides};
    wb_svg_text(plan->svg, left ? box->x + 6 : box->x + box->w - 6, box->y + 10.5, &font, who.data);
  }
  wb_str_release(&who);
}

/* What should be there stands below what is, which is struck out. */
static void draw_expected(const struct wb_plan *plan, const struct wb_box *box, const char *got,
                          const char *expected) {
  struct wb_str both;
  wb_str_init(&both);
  wb_drawing_short_value(got[0] != '\0' ? got : "?", &both);
  const struct wb_svg_font bad = {.size = WB_VALUE_SIZE - 1,
                                  .fill = WB_ALARM,
                                  .anchor = WB_SVG_MIDDLE,
                                  .code = true,
                                  .bold = true};
  const double middle = box->x + box->w / 2,
               half = wb_svg_text_width(both.data, WB_VALUE_SIZE - 1) / 2;
  wb_svg_text(plan->svg, middle, box->y + 13.5, &bad, both.data);
  if (got[0] != '\0')
    wb_svg_line(plan->svg, middle - half, box->y + 9.5, middle + half, box->y + 9.5,
                &(struct wb_svg_look){.stroke = WB_ALARM, .stroke_width = 1.4});
  wb_str_clear(&both);
  wb_str_add(&both, "→ ");
  wb_drawing_short_value(expected, &both);
  const struct wb_svg_font good = {
      .size = WB_SMALL_SIZE, .fill = WB_GOOD, .anchor = WB_SVG_MIDDLE, .code = true, .bold = true};
  wb_svg_text(plan->svg, middle, box->y + WB_CELL_HEIGHT - 5, &good, both.data);
  wb_str_release(&both);
}

/* In rows there is no room for its index but inside. */
static void draw_outside(const struct wb_plan *plan, size_t array, size_t cell,
                         const struct wb_box *box) {
  const struct wb_grid *grid = &plan->panel->arrays[array].grid;
  const double x = is_flat(grid) ? box->x + 11 : box->x + box->w / 2;
  char index[32];
  wb_svg_cross(plan->svg, x, box->y + box->h / 2, is_flat(grid) ? 4 : 5, WB_ALARM);
  snprintf(index, sizeof index, "%lld", (long long)grid->places[cell].element);
  if (is_flat(grid))
    wb_svg_text(
        plan->svg, x + 7, box->y + 19,
        &(struct wb_svg_font){.size = WB_SMALL_SIZE, .fill = WB_ALARM, .bold = true, .code = true},
        index);
}

static void draw_value(const struct wb_plan *plan, size_t array, size_t cell) {
  const struct wb_picture_array *a = &plan->panel->arrays[array];
  const struct wb_picture_cell *c = &a->cells[cell];
  const struct wb_box box = wb_plan_cell(plan, array, cell);
  const char *expected = wb_drawing_expected(plan->d, plan->panel, a, cell);
  struct wb_svg_font font = {.size = WB_VALUE_SIZE,
                             .fill = c->touched ? WB_INK : "#8a929b",
                             .anchor = WB_SVG_MIDDLE,
                             .bold = c->touched,
                             .code = true};
  struct wb_str text;
  if (a->grid.places[cell].kind == WB_PLACE_GAP) {
    const struct wb_svg_font gap = {
        .size = WB_VALUE_SIZE + 3, .fill = WB_FAINT, .anchor = WB_SVG_MIDDLE};
    wb_svg_text(plan->svg, box.x + box.w / 2, box.y + 19, &gap, is_flat(&a->grid) ? "…" : "⋮");
    return;
  }
  wb_str_init(&text);
  cell_title(plan, array, cell, &text);
  wb_svg_begin(plan->svg, text.data);
  wb_str_clear(&text);
  wb_drawing_short_value(c->text, &text);
  if (c->never_written) wb_str_add_char(&text, '?');
  if (a->grid.places[cell].kind == WB_PLACE_OUTSIDE) {
    draw_outside(plan, array, cell, &box);
  } else if (expected != NULL) {
    draw_expected(plan, &box, c->text, expected);
  } else {
    wb_svg_text(plan->svg, box.x + box.w / 2, box.y + 20, &font, text.data);
  }
  if (c->refused && a->grid.places[cell].kind == WB_PLACE_ELEMENT)
    wb_svg_cross(plan->svg, box.x + box.w - 9, box.y + 9, 4, WB_ALARM);
  draw_who(plan, array, cell, &box);
  wb_svg_end(plan->svg);
  wb_str_release(&text);
}

/* Indices: of every cell of a line, of every row of rows. */
static void draw_indices(const struct wb_plan *plan, size_t array) {
  const struct wb_picture_array *a = &plan->panel->arrays[array];
  const bool left = a->side == WB_SIDE_READS;
  uint32_t row = UINT32_MAX;
  for (size_t i = 0; i < a->grid.count; i++) {
    const struct wb_picture_place *place = &a->grid.places[i];
    const struct wb_box box = wb_plan_cell(plan, array, i);
    struct wb_svg_font font = {.size = WB_SMALL_SIZE, .fill = WB_FAINT, .code = true};
    char text[32];
    const bool outside = place->kind == WB_PLACE_OUTSIDE;
    if (place->kind == WB_PLACE_GAP || (is_flat(&a->grid) && place->row == row)) continue;
    row = place->row;
    snprintf(text, sizeof text, "%lld", (long long)place->element);
    font.anchor = left ? WB_SVG_END : WB_SVG_START;
    if (outside) font.fill = WB_ALARM;
    font.bold = outside;
    const struct wb_box *all = &plan->arrays[array].box;
    wb_svg_text(plan->svg, left ? all->x - 6 : all->x + all->w + 6, box.y + 19, &font, text);
  }
}

static void draw_head(const struct wb_plan *plan, size_t array) {
  const struct wb_picture_array *a = &plan->panel->arrays[array];
  const struct wb_playback_array *seen = wb_playback_array(plan->d->picture->playback, a->array);
  const struct wb_box *box = &plan->arrays[array].box;
  const double middle = box->x + box->w / 2;
  struct wb_str note, name;
  wb_str_init(&name);
  wb_str_add_bytes(&name, seen->name, wb_text_fit(seen->name, LONGEST_NAME));
  if (name.length < strlen(seen->name)) wb_str_add(&name, "…");
  if (name.length == 0) wb_str_add_char(&name, '?');
  wb_str_init(&note);
  wb_svg_text(plan->svg, middle, box->y - 22,
              &(struct wb_svg_font){
                  .size = 15, .bold = true, .code = true, .anchor = WB_SVG_MIDDLE, .fill = WB_INK},
              name.data);
  wb_str_add(&note, wb_memory_name(seen->memory));
  if (a->lines.count > 0) wb_str_add(&note, ", ");
  wb_drawing_lines(&a->lines, &note);
  wb_svg_text(
      plan->svg, middle, box->y - 8,
      &(struct wb_svg_font){.size = WB_SMALL_SIZE, .fill = WB_FAINT, .anchor = WB_SVG_MIDDLE},
      note.data);
  wb_str_release(&name);
  wb_str_release(&note);
}

/* ---- links ------------------------------------------------------------------------------- */

/* Where a line begins or ends: at the side of its box, or below it in a lane that
 * leads to the side of the grid. */
static struct wb_svg_end end_at(const struct wb_grid_plan *grid,
                                const struct wb_picture_place *place, const struct wb_box *box,
                                bool right) {
  const double side = right ? box->x + box->w : box->x, middle = box->y + box->h / 2;
  if (grid->lane == 0) return (struct wb_svg_end){.x = side, .y = middle};
  return (struct wb_svg_end){.x = right ? grid->box.x + grid->box.w : grid->box.x,
                             .y = wb_plan_lane(grid, place),
                             .hooked = true,
                             .hook_x = box->x + box->w / 2 + (right ? 5 : -5),
                             .hook_y = box->y + box->h - 1};
}

static struct wb_svg_look link_look(const struct wb_plan *plan,
                                    const struct wb_picture_link *link) {
  const bool many = plan->panel->n_links > 60;
  struct wb_svg_look look = {.stroke = link->refused ? WB_ALARM : wb_plan_item_colour(link->item),
                             .stroke_width = many ? 1.1 : 1.7,
                             .opacity = many ? 0.5 : 0.8};
  if (link->refused || link->collides || link->now) look.opacity = 0.9;
  if (link->now) look.stroke_width = 3.4;
  if (link->refused) look.dash = "5 4";
  return look;
}

static void draw_link(const struct wb_plan *plan, const struct wb_picture_link *link) {
  const struct wb_picture *picture = plan->d->picture;
  const struct wb_picture_array *a = &plan->panel->arrays[link->array];
  const struct wb_box cell = wb_plan_cell(plan, link->array, link->cell);
  const struct wb_box chip = wb_plan_chip(plan, link->item);
  const bool reads = a->side == WB_SIDE_READS;
  const struct wb_svg_look look = link_look(plan, link);
  const struct wb_svg_end at_cell =
      end_at(&plan->arrays[link->array], &a->grid.places[link->cell], &cell, reads);
  const struct wb_svg_end at_item = end_at(
      &plan->items, &picture->item_grid.places[picture->items[link->item].place], &chip, !reads);
  wb_svg_route(plan->svg, reads ? &at_cell : &at_item, reads ? &at_item : &at_cell, &look,
               link->access == WB_ACCESS_ATOMIC);
  if (reads)
    wb_svg_dot(plan->svg, at_cell.hooked ? at_cell.hook_x : at_cell.x,
               at_cell.hooked ? at_cell.hook_y : at_cell.y, 2.6, look.stroke);
}

static void draw_items(const struct wb_plan *plan) {
  const struct wb_picture *picture = plan->d->picture;
  const struct wb_box *box = &plan->items.box;
  wb_svg_text(
      plan->svg, box->x + box->w / 2, box->y - 10,
      &(struct wb_svg_font){.size = WB_SMALL_SIZE, .fill = WB_FAINT, .anchor = WB_SVG_MIDDLE},
      "work-items");
  for (uint32_t i = 0; i < picture->n_items; i++) {
    const struct wb_box chip = wb_plan_chip(plan, i);
    bool busy = false;
    struct wb_str name;
    wb_str_init(&name);
    wb_drawing_item(plan->d, i, &name);
    for (size_t k = 0; k < plan->panel->n_links && !busy; k++)
      busy = plan->panel->links[k].item == i;
    const struct wb_svg_look look = {.fill = busy ? wb_plan_item_colour(i) : "#ffffff",
                                     .stroke = busy ? wb_plan_item_colour(i) : "#b9c0c8",
                                     .stroke_width = 1.4,
                                     .radius = 9};
    wb_svg_rectangle(plan->svg, chip.x, chip.y, chip.w, chip.h, &look);
    wb_svg_text(plan->svg, chip.x + chip.w / 2, chip.y + 17.5,
                &(struct wb_svg_font){.size = WB_VALUE_SIZE,
                                      .fill = busy ? "#ffffff" : WB_FAINT,
                                      .anchor = WB_SVG_MIDDLE,
                                      .bold = busy,
                                      .code = true},
                name.data);
    if (plan->panel->waits[i] > 0) /* it stands before the barrier */
      wb_svg_rectangle(plan->svg, chip.x + chip.w + 2, chip.y, 4, chip.h,
                       &(struct wb_svg_look){.fill = "#30363d"});
    else if (plan->panel->ended[i])
      wb_svg_line(
          plan->svg, chip.x + 6, chip.y + chip.h / 2, chip.x + chip.w - 6, chip.y + chip.h / 2,
          &(struct wb_svg_look){.stroke = busy ? "#ffffff" : WB_FAINT, .stroke_width = 1.6});
    wb_str_release(&name);
  }
  for (size_t i = 0; i < picture->item_grid.count; i++) {
    const struct wb_picture_place *place = &picture->item_grid.places[i];
    if (place->kind != WB_PLACE_GAP) continue;
    wb_svg_text(
        plan->svg, box->x + plan->items.cell_width * (place->column + 0.5),
        box->y + plan->items.row_height * place->row + 20,
        &(struct wb_svg_font){.size = WB_VALUE_SIZE + 3, .fill = WB_FAINT, .anchor = WB_SVG_MIDDLE},
        place->column > 0 ? "…" : "⋮");
  }
}

void wb_panel_draw(const struct wb_plan *plan) {
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
