#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/drawing_sheet.h"
#include "report/write.h"
#include "text/columns.h"

#define BETWEEN "  " /* ranges of elements; none has two blanks in it */

enum { MOST_ITEM_LINES = 40 };

/* ---- work-items -------------------------------------------------------------------------- */

static int64_t element_of(const struct wb_sheet *sheet, const struct wb_picture_link *link) {
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

static struct range range_at(const struct wb_sheet *sheet, size_t from) {
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

static void add_range(const struct wb_sheet *sheet, const struct range *range, struct wb_str *out) {
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
    wb_sheet_value(value, out);
  }
  if (first->access == WB_ACCESS_ATOMIC) wb_str_add(out, " atomic");
  if (first->refused) wb_str_add(out, " refused ✗");
  if (first->collides) wb_str_add(out, " !");
  if (first->now) wb_str_add(out, " ◀");
}

/* One side of a work-item; whether something is wrong there. */
static bool add_side(const struct wb_sheet *sheet, uint32_t item, enum wb_side side,
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
static void write_wrapped(const struct wb_sheet *sheet, enum wb_style style, const char *text,
                          size_t column) {
  size_t used = column;
  for (bool first = true; *text != '\0'; first = false) {
    const char *end = strstr(text, BETWEEN);
    const size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
    const size_t width = wb_text_width_n(text, length);
    if (!first && used + 2 + width > sheet->width) {
      wb_document_add_line(sheet->document);
      wb_sheet_pad(sheet, column);
      used = column;
    } else if (!first) {
      wb_sheet_pad(sheet, 2);
      used += 2;
    }
    wb_put(sheet->document, style, "%.*s", (int)length, text);
    used += width;
    text += length;
    if (end != NULL) text += sizeof BETWEEN - 1;
  }
}

static void write_item(const struct wb_sheet *sheet, uint32_t item, size_t left_width,
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
  wb_sheet_pad(sheet, WB_SHEET_INDENT + (width < left_width ? left_width - width : 0));
  wb_write(sheet->document, bad_read ? WB_STYLE_BAD : WB_STYLE_PLAIN, left.data);
  if (left_width > 0) wb_write(sheet->document, WB_STYLE_DIM, left.length > 0 ? " ──▶ " : "     ");
  wb_sheet_pad(sheet, name_width - wb_text_width(name.data));
  wb_put(sheet->document, WB_STYLE_STRONG, "(%s)", name.data);
  if (right.length > 0) {
    wb_write(sheet->document, WB_STYLE_DIM, " ──▶ ");
    const size_t column = WB_SHEET_INDENT + (left_width > width ? left_width : width) +
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

void wb_sheet_items(const struct wb_sheet *sheet) {
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
