/* A picture as plain characters: the work-items of each phase, then the arrays,
 * cell by cell. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/drawing_plan.h"
#include "report/drawing.h"
#include "report/write.h"
#include "text/columns.h"

#define BETWEEN "  " /* ranges of elements; none has two blanks in it */

enum { MOST_SOURCE = 12, MOST_ITEM_LINES = 40, SHEET_INDENT = 2 };

struct sheet {
  const struct wb_drawing *d;
  const struct wb_picture_panel *panel;
  unsigned width;
  struct wb_document *document;
};

static void pad_line(const struct sheet *sheet, size_t columns) {
  for (size_t i = 0; i < columns; i++) wb_write(sheet->document, WB_STYLE_PLAIN, " ");
}

/* ---- work-items -------------------------------------------------------------------------- */

static int64_t element_of(const struct sheet *sheet, const struct wb_picture_link *link) {
  return sheet->panel->arrays[link->array].grid.places[link->cell].element;
}

/* Elements that are touched alike and lie equally far apart are one range. */
struct range {
  const struct wb_picture_link *first, *last;
  int64_t apart; /* 0: one element */
  size_t count;
};

static bool links_alike(const struct wb_picture_link *a, const struct wb_picture_link *b) {
  return a->item == b->item && a->array == b->array && a->refused == b->refused &&
         a->collides == b->collides && a->now == b->now && a->access == b->access;
}

static struct range range_at(const struct sheet *sheet, size_t from) {
  const struct wb_picture_panel *panel = sheet->panel;
  struct range range = {.first = &panel->links[from], .last = &panel->links[from], .count = 1};
  for (size_t i = from + 1; i < panel->n_links; i++) {
    const struct wb_picture_link *link = &panel->links[i];
    const int64_t apart = element_of(sheet, link) - element_of(sheet, range.last);
    if (!links_alike(range.first, link) || (range.count > 1 && apart != range.apart)) break;
    range.apart = apart;
    range.last = link;
    range.count++;
  }
  /* Two that lie apart are no range yet. */
  if (range.count == 2 && range.apart != 1)
    range = (struct range){.first = range.first, .last = range.first, .count = 1};
  return range;
}

static void add_range(const struct sheet *sheet, const struct range *range, struct wb_str *out) {
  const struct wb_picture_link *first = range->first;
  const struct wb_picture_array *array = &sheet->panel->arrays[first->array];
  const char *name = wb_playback_array(sheet->d->picture->playback, array->array)->name;
  const char *value = array->cells[first->cell].text;
  wb_str_addf(out, "%s[%" PRId64, name[0] != '\0' ? name : "?", element_of(sheet, first));
  if (range->count > 1) wb_str_addf(out, "..%" PRId64, element_of(sheet, range->last));
  if (range->count > 1 && range->apart != 1) wb_str_addf(out, " by %" PRId64, range->apart);
  wb_str_add_char(out, ']');
  if (range->count == 1 && !first->refused && value[0] != '\0') {
    wb_str_add(out, array->side == WB_SIDE_READS ? " " : "=");
    wb_drawing_short_value(value, out);
  }
  if (first->access == WB_ACCESS_ATOMIC) wb_str_add(out, " atomic");
  if (first->refused) wb_str_add(out, " refused ✗");
  if (first->collides) wb_str_add(out, " !");
  if (first->now) wb_str_add(out, " ◀");
}

/* One side of a work-item; whether something is wrong there. */
static bool add_side(const struct sheet *sheet, uint32_t item, enum wb_side side,
                     struct wb_str *out) {
  const struct wb_picture_panel *panel = sheet->panel;
  bool bad = false;
  size_t left_out = panel->unseen[item][side];
  /* What is read stands on one line; what is written has as many as it needs. */
  const size_t most = side == WB_SIDE_READS ? sheet->width / 2 : sheet->width * 2;
  struct wb_str one;
  wb_str_init(&one);
  for (size_t i = 0; i < panel->n_links;) {
    const struct range range = range_at(sheet, i);
    i += range.count;
    if (range.first->item != item || panel->arrays[range.first->array].side != side) continue;
    bad = bad || range.first->refused || range.first->collides;
    wb_str_clear(&one);
    add_range(sheet, &range, &one);
    if (out->length > 0 && wb_text_width(out->data) + wb_text_width(one.data) + 2 > most) {
      left_out += range.count;
    } else {
      if (out->length > 0) wb_str_add(out, BETWEEN);
      wb_str_add(out, one.data);
    }
  }
  if (left_out > 0) wb_str_addf(out, " +%zu", left_out);
  wb_str_release(&one);
  return bad;
}

/* Ranges from `column` on, further ones below where the line is full. */
static void write_wrapped(const struct sheet *sheet, enum wb_style style, const char *text,
                          size_t column) {
  size_t used = column;
  for (bool first = true; *text != '\0'; first = false) {
    const char *end = strstr(text, BETWEEN);
    const size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
    const size_t width = wb_text_width_n(text, length);
    if (!first && used + 2 + width > sheet->width) {
      wb_document_add_line(sheet->document);
      pad_line(sheet, column);
      used = column;
    } else if (!first) {
      pad_line(sheet, 2);
      used += 2;
    }
    wb_put(sheet->document, style, "%.*s", (int)length, text);
    used += width;
    text += length;
    if (end != NULL) text += sizeof BETWEEN - 1;
  }
}

static void write_item(const struct sheet *sheet, uint32_t item, size_t left_width,
                       size_t name_width) {
  struct wb_str left, right, name;
  wb_str_init(&left);
  wb_str_init(&right);
  wb_str_init(&name);
  const bool bad_read = add_side(sheet, item, WB_SIDE_READS, &left);
  const bool bad_write = add_side(sheet, item, WB_SIDE_WRITES, &right);
  wb_drawing_item(sheet->d, item, &name);
  const size_t width = wb_text_width(left.data);
  wb_document_add_line(sheet->document);
  pad_line(sheet, SHEET_INDENT + (width < left_width ? left_width - width : 0));
  wb_write(sheet->document, bad_read ? WB_STYLE_BAD : WB_STYLE_PLAIN, left.data);
  if (left_width > 0) wb_write(sheet->document, WB_STYLE_DIM, left.length > 0 ? " ──▶ " : "     ");
  pad_line(sheet, name_width - wb_text_width(name.data));
  wb_put(sheet->document, WB_STYLE_STRONG, "(%s)", name.data);
  if (right.length > 0) {
    wb_write(sheet->document, WB_STYLE_DIM, " ──▶ ");
    const size_t column = SHEET_INDENT + (left_width > width ? left_width : width) +
                          (left_width > 0 ? 5 : 0) + name_width + 2 + 5;
    write_wrapped(sheet, bad_write ? WB_STYLE_BAD : WB_STYLE_PLAIN, right.data, column);
  }
  if (sheet->panel->waits[item] > 0)
    wb_put(sheet->document, WB_STYLE_WARNING, "  ║ waits at the barrier, line %" PRIu32,
           sheet->panel->waits[item]);
  else if (sheet->panel->ended[item])
    wb_write(sheet->document, WB_STYLE_DIM, "  has ended");
  wb_str_release(&left);
  wb_str_release(&right);
  wb_str_release(&name);
}

static void write_items(const struct sheet *sheet) {
  const uint32_t count = (uint32_t)sheet->d->picture->n_items;
  const uint32_t shown = count < MOST_ITEM_LINES ? count : MOST_ITEM_LINES;
  size_t left = 0, names = 0;
  for (uint32_t i = 0; i < shown; i++) {
    struct wb_str text;
    wb_str_init(&text);
    add_side(sheet, i, WB_SIDE_READS, &text);
    if (wb_text_width(text.data) > left) left = wb_text_width(text.data);
    wb_str_clear(&text);
    wb_drawing_item(sheet->d, i, &text);
    if (wb_text_width(text.data) > names) names = wb_text_width(text.data);
    wb_str_release(&text);
  }
  if (left > (size_t)sheet->width / 2) left = sheet->width / 2;
  for (uint32_t i = 0; i < shown; i++) write_item(sheet, i, left, names);
  const uint64_t *local = wb_playback_launch(sheet->d->picture->playback)->local;
  const uint64_t all = local[0] * local[1] * local[2];
  if (all > shown) {
    wb_document_add_line(sheet->document);
    wb_put(sheet->document, WB_STYLE_DIM, "  and %" PRIu64 " more work-items", all - shown);
  }
}

/* ---- arrays ------------------------------------------------------------------------------ */

/* What stands in a cell. */
static enum wb_style cell_text(const struct sheet *sheet, const struct wb_picture_array *array,
                               size_t cell, struct wb_str *out) {
  const struct wb_picture_cell *c = &array->cells[cell];
  const struct wb_picture_place *place = &array->grid.places[cell];
  const char *expected = wb_drawing_expected(sheet->d, sheet->panel, array, cell);
  const bool outside = place->kind == WB_PLACE_OUTSIDE;
  enum wb_style style = c->touched ? WB_STYLE_STRONG : WB_STYLE_DIM;
  if (c->collides || c->refused || expected != NULL || c->never_written) style = WB_STYLE_BAD;
  if (place->kind == WB_PLACE_GAP) {
    wb_str_add(out, "…");
    return WB_STYLE_DIM;
  }
  if (outside || c->refused) wb_str_add(out, "✗");
  if (c->collides) wb_str_add_char(out, '!');
  if (c->never_written) wb_str_add_char(out, '?');
  wb_drawing_short_value(c->text, out);
  if (expected != NULL) {
    wb_str_add(out, "≠");
    wb_drawing_short_value(expected, out);
  }
  return style;
}

static size_t widest_value(const struct sheet *sheet, size_t array) {
  const struct wb_picture_array *a = &sheet->panel->arrays[array];
  size_t most = 1;
  for (size_t i = 0; i < a->grid.count; i++) {
    struct wb_str text;
    wb_str_init(&text);
    cell_text(sheet, a, i, &text);
    if (wb_text_width(text.data) > most) most = wb_text_width(text.data);
    wb_str_clear(&text);
    wb_str_addf(&text, "%" PRId64, a->grid.places[i].element);
    if (wb_text_width(text.data) > most) most = wb_text_width(text.data);
    wb_str_clear(&text);
    if (a->grid.columns == 1) wb_drawing_who(sheet->d, sheet->panel, array, i, 3, &text);
    if (wb_text_width(text.data) > most) most = wb_text_width(text.data);
    wb_str_release(&text);
  }
  return most;
}

/* In the middle of `width` columns. */
static void write_middle(const struct sheet *sheet, enum wb_style style, const char *text,
                         size_t width, bool last) {
  const size_t own = wb_text_width(text), spare = width > own ? width - own : 0;
  pad_line(sheet, spare / 2);
  wb_write(sheet->document, style, text);
  if (!last) pad_line(sheet, spare - spare / 2);
}

enum row { ROW_INDEX, ROW_VALUE, ROW_WHO, N_ROWS };

static void write_strip_row(const struct sheet *sheet, size_t array, enum row row, size_t first,
                            size_t end, size_t width) {
  const struct wb_picture_array *a = &sheet->panel->arrays[array];
  while (row == ROW_WHO && end > first && !a->cells[end - 1].touched) end--;
  wb_document_add_line(sheet->document);
  wb_put(sheet->document, WB_STYLE_DIM, "  %4s ", row == ROW_WHO ? "by" : "");
  for (size_t i = first; i < end; i++) {
    const struct wb_picture_place *place = &a->grid.places[i];
    enum wb_style style = WB_STYLE_DIM;
    struct wb_str text;
    wb_str_init(&text);
    if (row == ROW_VALUE)
      style = cell_text(sheet, a, i, &text);
    else if (row == ROW_WHO)
      wb_drawing_who(sheet->d, sheet->panel, array, i, 3, &text);
    else if (place->kind != WB_PLACE_GAP)
      wb_str_addf(&text, "%" PRId64, place->element);
    const char *edge = place->kind == WB_PLACE_OUTSIDE ? "┆" : "│";
    wb_write(sheet->document, WB_STYLE_DIM, row == ROW_VALUE ? edge : " ");
    if (row == ROW_WHO) style = WB_STYLE_PLAIN;
    write_middle(sheet, style, text.data, width + 2, row != ROW_VALUE && i + 1 == end);
    wb_str_release(&text);
  }
  if (row == ROW_VALUE) wb_write(sheet->document, WB_STYLE_DIM, "│");
}

static bool anybody_touches(const struct sheet *sheet, size_t array, size_t first, size_t end) {
  bool found = false;
  for (size_t i = first; i < end && !found; i++)
    found = sheet->panel->arrays[array].cells[i].touched;
  return found;
}

/* A line of elements, on as many lines as it needs. */
static void write_strip(const struct sheet *sheet, size_t array) {
  const struct wb_grid *grid = &sheet->panel->arrays[array].grid;
  const size_t width = widest_value(sheet, array);
  const size_t room = sheet->width > 12 ? sheet->width - 8 : 4;
  const size_t fit = room / (width + 3) > 0 ? room / (width + 3) : 1;
  for (size_t first = 0; first < grid->count; first += fit) {
    const size_t end = first + fit < grid->count ? first + fit : grid->count;
    for (int row = 0; row < N_ROWS; row++)
      if (row != ROW_WHO || anybody_touches(sheet, array, first, end))
        write_strip_row(sheet, array, (enum row)row, first, end, width);
  }
}

static void write_grid_cell(const struct sheet *sheet, size_t array, size_t cell, size_t width) {
  const struct wb_picture_array *a = &sheet->panel->arrays[array];
  const struct wb_picture_place *place = &a->grid.places[cell];
  struct wb_str text;
  wb_str_init(&text);
  const enum wb_style style = cell_text(sheet, a, cell, &text);
  wb_write(sheet->document, WB_STYLE_DIM, place->kind == WB_PLACE_OUTSIDE ? "┆" : "│");
  write_middle(sheet, style, text.data, width + 2, place->kind == WB_PLACE_GAP);
  wb_str_release(&text);
}

/* Columns `first` to before `end` of rows of elements. */
static void write_columns(const struct sheet *sheet, size_t array, uint32_t first, uint32_t end,
                          size_t width) {
  const struct wb_picture_array *a = &sheet->panel->arrays[array];
  uint32_t row = UINT32_MAX, column = 0;
  bool open = false;
  for (size_t i = 0; i < a->grid.count; i++) {
    const struct wb_picture_place *place = &a->grid.places[i];
    if (place->column < first || place->column >= end) continue;
    if (place->row != row) {
      if (open) wb_write(sheet->document, WB_STYLE_DIM, "│");
      if (row != UINT32_MAX && place->row > row + 1)
        wb_document_add_line(sheet->document); /* a slice */
      wb_document_add_line(sheet->document);
      if (place->kind == WB_PLACE_GAP)
        pad_line(sheet, 7);
      else
        wb_put(sheet->document, WB_STYLE_DIM, "  %4" PRId64 " ", place->element);
      column = first;
    }
    for (; column < place->column; column++) pad_line(sheet, width + 3);
    write_grid_cell(sheet, array, i, width);
    open = place->kind != WB_PLACE_GAP;
    row = place->row;
    column++;
  }
  if (open) wb_write(sheet->document, WB_STYLE_DIM, "│");
}

/* Rows of elements; where they are wider than the page, first their beginnings. */
static void write_grid(const struct sheet *sheet, size_t array) {
  const struct wb_grid *grid = &sheet->panel->arrays[array].grid;
  const size_t width = widest_value(sheet, array);
  const size_t room = sheet->width > 12 ? sheet->width - 8 : 4;
  const uint32_t fit = room / (width + 3) > 0 ? (uint32_t)(room / (width + 3)) : 1;
  for (uint32_t first = 0; first < grid->columns; first += fit) {
    if (first > 0) wb_document_add_line(sheet->document);
    write_columns(sheet, array, first, first + fit, width);
  }
}

static void write_array(const struct sheet *sheet, size_t array) {
  const struct wb_picture_array *a = &sheet->panel->arrays[array];
  const struct wb_playback_array *seen = wb_playback_array(sheet->d->picture->playback, a->array);
  struct wb_str lines;
  wb_str_init(&lines);
  wb_drawing_lines(&a->lines, &lines);
  wb_document_add_line(sheet->document);
  wb_document_add_line(sheet->document);
  wb_put(sheet->document, WB_STYLE_CODE, "  %s", seen->name[0] != '\0' ? seen->name : "?");
  wb_put(sheet->document, WB_STYLE_DIM, "  %s, %" PRIu64 " elements", wb_memory_name(seen->memory),
         seen->elements);
  if (lines.length > 0)
    wb_put(sheet->document, WB_STYLE_DIM, ", %s in %s",
           a->side == WB_SIDE_READS ? "read" : "written", lines.data);
  if (a->grid.columns == 1)
    write_strip(sheet, array);
  else
    write_grid(sheet, array);
  wb_str_release(&lines);
}

/* ---- the whole --------------------------------------------------------------------------- */

static void write_top(const struct wb_drawing *d, unsigned width, struct wb_document *document) {
  const struct wb_case_result *judged = wb_drawing_case(d);
  struct wb_str notes[WB_DRAWING_MOST_NOTES], text;
  wb_str_init(&text);
  wb_drawing_title(d, &text);
  wb_document_add_line(document);
  wb_write(document, WB_STYLE_HEADING, text.data);
  if (judged != NULL) {
    wb_write(document, WB_STYLE_PLAIN, ": ");
    wb_write(document, wb_drawing_is_accepted(d) ? WB_STYLE_GOOD : WB_STYLE_BAD,
             wb_verdict_name(judged->verdict));
  }
  wb_str_clear(&text);
  wb_drawing_subtitle(d, &text);
  wb_document_add_line(document);
  wb_write(document, WB_STYLE_DIM, text.data);
  const size_t count = wb_drawing_notes(d, notes);
  for (size_t i = 0; i < count; i++) {
    wb_write_paragraph(document, width, SHEET_INDENT, "• ", WB_STYLE_PLAIN, notes[i].data);
    wb_str_release(&notes[i]);
  }
  wb_str_release(&text);
}

static void write_barrier(const struct sheet *sheet) {
  struct wb_str text;
  wb_str_init(&text);
  wb_drawing_barrier(sheet->panel, &text);
  wb_document_add_line(sheet->document);
  wb_document_add_line(sheet->document);
  wb_write(sheet->document, WB_STYLE_DIM, "══════ ");
  wb_write(sheet->document, sheet->panel->stuck ? WB_STYLE_BAD : WB_STYLE_STRONG, text.data);
  wb_write(sheet->document, WB_STYLE_DIM, " ══════");
  wb_str_release(&text);
}

static void write_panel(const struct sheet *sheet) {
  const struct wb_picture *picture = sheet->d->picture;
  if (picture->n_panels > 1 || wb_playback_group(picture->playback, picture->group)->phases > 1) {
    wb_document_add_line(sheet->document);
    wb_document_add_line(sheet->document);
    wb_put(sheet->document, WB_STYLE_STRONG, "phase %" PRIu32, sheet->panel->phase + 1);
  }
  wb_document_add_line(sheet->document);
  write_items(sheet);
  for (size_t a = 0; a < sheet->panel->n_arrays; a++) write_array(sheet, a);
}

static void write_source(const struct wb_drawing *d, unsigned width, struct wb_document *document) {
  struct wb_picture_lines lines;
  wb_drawing_source_lines(d, &lines);
  if (d->source != NULL && lines.count > 0) wb_document_add_line(document);
  for (size_t i = 0; i < lines.count && i < MOST_SOURCE; i++)
    wb_write_excerpt(document, d->source, (uint32_t)lines.at[i], 0, WB_STYLE_PLAIN, "", width);
  free(lines.at);
}

/* What the marks in the cells mean, as far as there are any. */
static void write_legend(const struct wb_drawing *d, struct wb_document *document) {
  static const char *const meanings[] = {"! a collision: no barrier between", "✗ a refused access",
                                         "? nobody wrote it", "≠ wrong, and what it should be",
                                         "◀ the last step"};
  bool there[5] = {false};
  for (size_t p = 0; p < d->picture->n_panels; p++) {
    const struct wb_picture_panel *panel = &d->picture->panels[p];
    for (size_t a = 0; a < panel->n_arrays; a++)
      for (size_t i = 0; i < panel->arrays[a].grid.count; i++) {
        const struct wb_picture_cell *cell = &panel->arrays[a].cells[i];
        there[0] = there[0] || cell->collides;
        there[1] = there[1] || cell->refused;
        there[2] = there[2] || cell->never_written;
        there[4] = there[4] || cell->now;
        there[3] = there[3] || wb_drawing_expected(d, panel, &panel->arrays[a], i) != NULL;
      }
  }
  for (size_t i = 0, shown = 0; i < 5; i++) {
    if (!there[i]) continue;
    if (shown++ == 0) wb_document_add_line(document);
    wb_document_add_line(document);
    wb_put(document, WB_STYLE_DIM, "  %s", meanings[i]);
  }
}

void wb_drawing_text(const struct wb_drawing *drawing, unsigned width,
                     struct wb_document *document) {
  struct sheet sheet = {.d = drawing, .width = width, .document = document};
  write_top(drawing, width, document);
  for (size_t i = 0; i < drawing->picture->n_panels; i++) {
    sheet.panel = &drawing->picture->panels[i];
    write_panel(&sheet);
    if (i + 1 < drawing->picture->n_panels || sheet.panel->stuck) write_barrier(&sheet);
  }
  write_source(drawing, width, document);
  write_legend(drawing, document);
}
