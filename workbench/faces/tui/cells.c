#include "tui/cells.h"

#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/utf8.h"
#include "text/columns.h"
#include "tui/keys.h"

void wb_cells_init(struct wb_cells *cells, bool ascii) {
  *cells = (struct wb_cells){.ascii = ascii, .cursor_y = -1, .cursor_x = -1};
}

void wb_cells_release(struct wb_cells *cells) {
  free(cells->items);
  wb_cells_init(cells, cells->ascii);
}

static size_t cell_count(const struct wb_cells *cells) {
  return (size_t)cells->lines * (size_t)cells->columns;
}

void wb_cells_clear(struct wb_cells *cells, int lines, int columns) {
  lines = lines > 0 ? lines : 0;
  columns = columns > 0 ? columns : 0;
  if (lines != cells->lines || columns != cells->columns) {
    free(cells->items);
    cells->lines = lines;
    cells->columns = columns;
    cells->items = wb_alloc((cell_count(cells) + 1) * sizeof *cells->items);
  }
  size_t count = cell_count(cells);
  for (size_t i = 0; i < count; i++) {
    cells->items[i] = (struct wb_cell){.text = {' '}, .look = WB_STYLE_PLAIN, .width = 1};
  }
  cells->cursor_y = cells->cursor_x = -1;
  cells->cursor_shape = 0;
}

struct wb_cell *wb_cells_at(const struct wb_cells *cells, int y, int x) {
  if (y < 0 || x < 0 || y >= cells->lines || x >= cells->columns) return NULL;
  return &cells->items[(size_t)y * (size_t)cells->columns + (size_t)x];
}

static void blank_cell(struct wb_cell *cell) {
  memset(cell->text, 0, sizeof cell->text);
  cell->text[0] = ' ';
  cell->width = 1;
}

/* Overwriting half of a wide character leaves a blank for the other half. */
static void unlink_halves(const struct wb_cells *cells, int y, int x) {
  struct wb_cell *cell = wb_cells_at(cells, y, x);
  struct wb_cell *left = wb_cells_at(cells, y, x - 1);
  struct wb_cell *right = wb_cells_at(cells, y, x + 1);
  if (cell->width == 0 && left != NULL) blank_cell(left);
  if (cell->width == 2 && right != NULL) blank_cell(right);
}

static void put_cell(const struct wb_cells *cells, int y, int x, unsigned look, unsigned character,
                     int width) {
  struct wb_cell *cell = wb_cells_at(cells, y, x);
  unlink_halves(cells, y, x);
  if (width == 2) unlink_halves(cells, y, x + 1);
  blank_cell(cell);
  cell->text[0] = character;
  cell->look = (uint16_t)look;
  cell->width = (uint8_t)width;
  if (width == 2) {
    cell[1] = (struct wb_cell){.look = (uint16_t)look, .width = 0};
  }
}

static void combine(const struct wb_cells *cells, int y, int x, unsigned character) {
  struct wb_cell *cell = wb_cells_at(cells, y, x);
  if (cell != NULL && cell->width == 0) cell = wb_cells_at(cells, y, x - 1);
  if (cell == NULL) return;
  for (size_t i = 1; i < WB_CELL_CHARACTERS; i++) {
    if (cell->text[i] == 0) {
      cell->text[i] = character;
      return;
    }
  }
}

/* One character at column x; returns the column after it. */
static int put_character(struct wb_cells *cells, int y, int x, int start, int end, unsigned look,
                         unsigned character) {
  int width = wb_character_width(character);
  bool control = character < 0x20 || (character >= 0x7f && character < 0xa0);
  if (control || wb_character_disguises(character)) return x;
  if (width <= 0) {
    if (x > start) combine(cells, y, x - 1, character);
    return x;
  }
  if (x + width > end) return end;
  put_cell(cells, y, x, look, character, width);
  return x + width;
}

static int put_text(struct wb_cells *cells, int y, int x, int end, unsigned look,
                    const char *text) {
  int start = x;
  size_t length = strlen(text);
  for (size_t at = 0; at < length;) {
    unsigned character = 0;
    at += wb_utf8_decode(text + at, length - at, &character);
    /* At the end only what combines with the last character still fits. */
    if (x >= end && wb_character_width(character) > 0) break;
    x = put_character(cells, y, x, start, end, look, character);
  }
  return x;
}

int wb_cells_text(struct wb_cells *cells, int y, int x, int end, unsigned look, const char *text) {
  if (end > cells->columns) end = cells->columns;
  if (y < 0 || y >= cells->lines || x < 0 || x >= end) return x;
  if (!cells->ascii) return put_text(cells, y, x, end, look, text);
  struct wb_str plain;
  wb_str_init(&plain);
  wb_text_ascii(&plain, text);
  x = put_text(cells, y, x, end, look, plain.data);
  wb_str_release(&plain);
  return x;
}

void wb_cells_repeat(struct wb_cells *cells, int y, int x, int end, unsigned look,
                     const char *sign) {
  if (end > cells->columns) end = cells->columns;
  while (x >= 0 && x < end && y >= 0 && y < cells->lines) {
    int next = wb_cells_text(cells, y, x, end, look, sign);
    if (next <= x) break;
    x = next;
  }
}

void wb_cells_look(struct wb_cells *cells, int y, int x, int end, unsigned look) {
  for (; x < end; x++) {
    struct wb_cell *cell = wb_cells_at(cells, y, x);
    if (cell != NULL) cell->look = (uint16_t)look;
  }
}

void wb_cells_reverse(struct wb_cells *cells, int y, int x, int end) {
  for (; x < end; x++) {
    struct wb_cell *cell = wb_cells_at(cells, y, x);
    if (cell != NULL) cell->look |= WB_LOOK_REVERSE;
  }
}

static int last_used_column(const struct wb_cells *cells, int y) {
  int x = cells->columns - 1;
  for (; x >= 0; x--) {
    const struct wb_cell *cell = wb_cells_at(cells, y, x);
    if (cell->width != 1 || cell->text[0] != ' ' || cell->text[1] != 0) break;
  }
  return x;
}

void wb_cells_dump(const struct wb_cells *cells, struct wb_str *out) {
  for (int y = 0; y < cells->lines; y++) {
    int last = last_used_column(cells, y);
    for (int x = 0; x <= last; x++) {
      const struct wb_cell *cell = wb_cells_at(cells, y, x);
      if (cell->width == 0) continue;
      for (size_t i = 0; i < WB_CELL_CHARACTERS && cell->text[i] != 0; i++) {
        char bytes[5];
        wb_str_add_bytes(out, bytes, wb_character_utf8(cell->text[i], bytes));
      }
    }
    wb_str_add_char(out, '\n');
  }
}

static struct wb_cell ascii_cell(struct wb_cell cell) {
  if (cell.text[0] < ' ' || cell.text[0] > '~') cell.text[0] = '?';
  for (size_t i = 1; i < WB_CELL_CHARACTERS; i++) cell.text[i] = 0;
  return cell;
}

void wb_cells_paste(struct wb_cells *cells, int y, int x, int lines, int columns,
                    const struct wb_cells *from) {
  if (lines > from->lines) lines = from->lines;
  if (columns > from->columns) columns = from->columns;
  for (int i = 0; i < lines * columns; i++) {
    const int row = i / columns, column = i % columns;
    const struct wb_cell *source = wb_cells_at(from, row, column);
    struct wb_cell *cell = wb_cells_at(cells, y + row, x + column);
    if (cell == NULL) continue;
    *cell = cells->ascii && source->width > 0 ? ascii_cell(*source) : *source;
    if (source->width == 2 && column + 1 == columns) blank_cell(cell); /* cut in half */
  }
  if (from->cursor_y < 0 || from->cursor_y >= lines || from->cursor_x >= columns) return;
  cells->cursor_y = y + from->cursor_y;
  cells->cursor_x = x + from->cursor_x;
  cells->cursor_shape = from->cursor_shape;
}

bool wb_cells_equal(const struct wb_cells *a, const struct wb_cells *b) {
  if (a->lines != b->lines || a->columns != b->columns) return false;
  if (a->cursor_y != b->cursor_y || a->cursor_x != b->cursor_x) return false;
  if (a->cursor_shape != b->cursor_shape) return false;
  size_t count = cell_count(a);
  for (size_t i = 0; i < count; i++) {
    const struct wb_cell *p = &a->items[i], *q = &b->items[i];
    if (p->look != q->look || p->width != q->width) return false;
    if (p->foreground != q->foreground || p->background != q->background) return false;
    if (p->attributes != q->attributes) return false;
    if (memcmp(p->text, q->text, sizeof p->text) != 0) return false;
  }
  return true;
}

void wb_cells_copy(struct wb_cells *to, const struct wb_cells *from) {
  wb_cells_clear(to, from->lines, from->columns);
  if (cell_count(from) > 0) memcpy(to->items, from->items, cell_count(from) * sizeof *to->items);
  to->cursor_y = from->cursor_y;
  to->cursor_x = from->cursor_x;
  to->cursor_shape = from->cursor_shape;
}
