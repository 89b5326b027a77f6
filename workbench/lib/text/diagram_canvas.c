#include "text/diagram_canvas.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "text/columns.h"

void wb_canvas_release(struct wb_canvas *canvas) {
  for (size_t i = 0; i < canvas->n_rows; i++) free(canvas->rows[i]);
  free(canvas->rows);
  *canvas = (struct wb_canvas){0};
}

/* NULL beyond the columns. */
static struct wb_canvas_place *place_at(struct wb_canvas *canvas, size_t row, size_t column) {
  while (canvas->n_rows <= row) {
    canvas->rows =
        wb_grow(canvas->rows, &canvas->capacity, canvas->n_rows + 1, sizeof canvas->rows[0]);
    canvas->rows[canvas->n_rows++] = wb_alloc((canvas->columns + 1) * sizeof *canvas->rows[0]);
  }
  return column < canvas->columns ? &canvas->rows[row][column] : NULL;
}

/* ---- lines ------------------------------------------------------------------------------- */

void wb_canvas_arms(struct wb_canvas *canvas, size_t row, size_t column, unsigned arms,
                    enum wb_canvas_look look, enum wb_style style) {
  struct wb_canvas_place *place = place_at(canvas, row, column);
  if (place == NULL) return;
  if (place->arms == 0 || place->look == WB_LOOK_DASHED) place->look = (unsigned char)look;
  if (place->arms == 0) place->style = (unsigned char)style;
  place->arms = (unsigned char)(place->arms | arms);
}

void wb_canvas_level(struct wb_canvas *canvas, size_t row, size_t from, size_t to,
                     enum wb_canvas_look look, enum wb_style style) {
  for (size_t column = from; column <= to; column++)
    wb_canvas_arms(canvas, row, column,
                   (column > from ? WB_ARM_LEFT : 0u) | (column < to ? WB_ARM_RIGHT : 0u), look,
                   style);
}

static void add_upright(struct wb_canvas *canvas, size_t column, size_t from, size_t to,
                        enum wb_style style) {
  for (size_t row = from; row <= to; row++)
    wb_canvas_arms(canvas, row, column,
                   (row > from ? WB_ARM_UP : 0u) | (row < to ? WB_ARM_DOWN : 0u), WB_LOOK_LIGHT,
                   style);
}

void wb_canvas_box(struct wb_canvas *canvas, size_t top, size_t bottom, size_t left, size_t right,
                   enum wb_style style) {
  wb_canvas_level(canvas, top, left, right, WB_LOOK_LIGHT, style);
  wb_canvas_level(canvas, bottom, left, right, WB_LOOK_LIGHT, style);
  add_upright(canvas, left, top, bottom, style);
  add_upright(canvas, right, top, bottom, style);
}

/* ---- text -------------------------------------------------------------------------------- */

static void add_combining(struct wb_canvas_place *place, const char *bytes, size_t length) {
  const size_t used = strlen(place->text);
  if (used + length < sizeof place->text) memcpy(place->text + used, bytes, length);
}

static void put_character(struct wb_canvas_place *place, const char *bytes, size_t length,
                          enum wb_style style) {
  *place = (struct wb_canvas_place){.style = (unsigned char)style};
  if (length < sizeof place->text) memcpy(place->text, bytes, length);
}

void wb_canvas_text(struct wb_canvas *canvas, size_t row, size_t column, const char *text,
                    enum wb_style style) {
  const size_t length = strlen(text);
  struct wb_canvas_place *last = NULL;
  for (size_t at = 0; at < length;) {
    unsigned character;
    const size_t bytes = wb_utf8_decode(text + at, length - at, &character);
    const int width = wb_character_width(character);
    struct wb_canvas_place *place = width > 0 ? place_at(canvas, row, column) : NULL;
    if (width == 0 && last != NULL) add_combining(last, text + at, bytes);
    if (place != NULL && column + (size_t)width <= canvas->columns) {
      put_character(place, text + at, bytes, style);
      if (width > 1) place[1] = (struct wb_canvas_place){.covered = true};
      last = place;
    }
    column += (size_t)width;
    at += bytes;
  }
}

/* ---- the sheet --------------------------------------------------------------------------- */

static bool is_drawn(const struct wb_canvas_place *place) {
  return place->arms != 0 || place->covered ||
         (place->text[0] != '\0' && strcmp(place->text, " ") != 0);
}

bool wb_canvas_has(const struct wb_canvas *canvas, size_t row, size_t column) {
  return row < canvas->n_rows && column < canvas->columns && is_drawn(&canvas->rows[row][column]);
}

static const char *character_of(const struct wb_canvas_place *place) {
  /* By arms: left 1, right 2, up 4, down 8. */
  static const char *const light[16] = {" ", "╴", "╶", "─", "╵", "┘", "└", "┴",
                                        "╷", "┐", "┌", "┬", "│", "┤", "├", "┼"};
  static const char *const doubled[16] = {" ", "═", "═", "═", "║", "╜", "╙", "╨",
                                          "║", "╖", "╓", "╥", "║", "╢", "╟", "╫"};
  if (place->text[0] != '\0') return place->text;
  if (place->look == WB_LOOK_DASHED && place->arms == (WB_ARM_LEFT | WB_ARM_RIGHT)) return "╌";
  if (place->look == WB_LOOK_DASHED && place->arms == (WB_ARM_UP | WB_ARM_DOWN)) return "╎";
  return place->look == WB_LOOK_DOUBLE ? doubled[place->arms] : light[place->arms];
}

static void put_row(const struct wb_canvas_place *row, size_t columns,
                    struct wb_document *document) {
  size_t end = columns;
  while (end > 0 && !is_drawn(&row[end - 1])) end--;
  wb_document_add_line(document);
  for (size_t i = 0; i < end; i++) {
    const char *character = row[i].covered ? "" : character_of(&row[i]);
    const enum wb_style style = is_drawn(&row[i]) ? (enum wb_style)row[i].style : WB_STYLE_PLAIN;
    wb_document_add(document, style, character, strlen(character));
  }
}

void wb_canvas_put(const struct wb_canvas *canvas, struct wb_document *document) {
  for (size_t i = 0; i < canvas->n_rows; i++) put_row(canvas->rows[i], canvas->columns, document);
}
