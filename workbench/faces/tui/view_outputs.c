/* Expected and got, side by side. */
#include <stdlib.h>
#include <string.h>

#include "report/array_grid.h"
#include "report/printed.h"
#include "text/columns.h"
#include "tui/views.h"

enum { COLUMN_MIN = 8, COLUMN_GAP = 2, RIGHT_ONES = 2 /* shown before the first mismatch */ };

static void add_position(const struct wb_preview *preview, uint64_t flat, struct wb_str *out) {
  wb_add_position(preview->rank, preview->shape, flat, out);
}

static size_t widest(char *const *texts, size_t n, size_t least, size_t most) {
  size_t width = least;
  for (size_t i = 0; i < n; i++) {
    size_t columns = texts[i] != NULL ? wb_text_width(texts[i]) : 0;
    if (columns > width) width = columns;
  }
  return width < most ? width : most;
}

static void put_cut(struct wb_pane_text *rows, unsigned look, const char *text, size_t columns) {
  char *part =
      wb_strndup(text != NULL ? text : "?", wb_text_fit(text != NULL ? text : "?", columns));
  wb_pane_text_put(rows, look, part);
  free(part);
}

/* The columns of a table: where each starts. */
struct table {
  size_t expected, got, note, width;
};

static struct table measure_table(const struct wb_preview *preview, int width) {
  struct wb_str last;
  wb_str_init(&last);
  add_position(preview, preview->first + preview->n, &last);
  size_t room = (size_t)(width > 0 ? width : 0);
  size_t most = room > last.length + 8 ? (room - last.length - 6) / 2 : COLUMN_MIN;
  struct table table = {.expected = 3 + last.length + 1, .width = room};
  table.got = table.expected + widest(preview->expected, preview->n, COLUMN_MIN, most) + COLUMN_GAP;
  table.note = table.got + widest(preview->got, preview->n, COLUMN_MIN / 2, most) + COLUMN_GAP;
  wb_str_release(&last);
  return table;
}

static void put_element(const struct wb_model *model, const struct wb_preview *preview,
                        const struct table *table, size_t i, bool first,
                        struct wb_pane_text *rows) {
  bool differs = preview->differs[i];
  unsigned look = differs ? WB_LOOK_BAD : WB_LOOK_PLAIN;
  struct wb_str position;
  wb_str_init(&position);
  add_position(preview, preview->first + i, &position);
  wb_pane_text_start(rows);
  wb_pane_text_putf(rows, look, " %s ", differs ? model->glyphs->bad : " ");
  wb_pane_text_put(rows, WB_LOOK_DIM, position.data);
  wb_pane_text_pad(rows, table->expected);
  put_cut(rows, differs ? WB_LOOK_OK : WB_LOOK_PLAIN, preview->expected[i],
          table->got - table->expected - 1);
  wb_pane_text_pad(rows, table->got);
  put_cut(rows, look, preview->got[i], table->note - table->got - 1);
  if (first) {
    wb_pane_text_pad(rows, table->note);
    wb_pane_text_putf(rows, look, "%s first mismatch", model->glyphs->arrow);
  }
  wb_str_release(&position);
}

/* The first item that differs; n: none does. */
static size_t first_difference(const struct wb_preview *preview) {
  size_t i = 0;
  while (i < preview->n && !preview->differs[i]) i++;
  return i;
}

/* What is right in front of the first mismatch is told in a line, but for the elements next to
 * it. */
static size_t put_right_ones(const struct wb_model *model, const struct wb_preview *preview,
                             struct wb_pane_text *rows) {
  const size_t first = first_difference(preview),
               begin = first > RIGHT_ONES + 1 ? first - RIGHT_ONES : 0;
  const unsigned long long before = preview->first + begin;
  if (before == 0) return begin;
  wb_pane_text_start(rows);
  wb_pane_text_putf(rows, WB_LOOK_DIM, "   %s %llu as expected", model->glyphs->more, before);
  return begin;
}

static void put_preview(const struct wb_model *model, const struct wb_preview *preview, int width,
                        struct wb_pane_text *rows) {
  struct table table = measure_table(preview, width);
  const size_t first = first_difference(preview);
  wb_pane_text_start(rows);
  wb_pane_text_putf(rows, WB_STYLE_STRONG, "   %s", preview->array != NULL ? preview->array : "");
  wb_pane_text_pad(rows, table.expected);
  wb_pane_text_put(rows, WB_STYLE_STRONG, "expected");
  wb_pane_text_pad(rows, table.got);
  wb_pane_text_put(rows, WB_STYLE_STRONG, "got");
  for (size_t i = put_right_ones(model, preview, rows); i < preview->n; i++)
    put_element(model, preview, &table, i, i == first, rows);
  if (preview->first + preview->n < preview->total) {
    wb_pane_text_start(rows);
    wb_pane_text_putf(rows, WB_LOOK_DIM, "   %s %llu more", model->glyphs->more,
                      (unsigned long long)(preview->total - preview->first - preview->n));
  }
}

static void put_printed(const struct wb_case_result *one, size_t number, int width,
                        struct wb_pane_text *rows) {
  struct wb_str text;
  wb_str_init(&text);
  wb_printed_sentences(&one->printed, &text);
  if (text.length > 0) {
    char *counts = NULL;
    struct wb_str words;
    wb_str_init(&words);
    wb_printed_counts(&one->printed, &words);
    counts = wb_format("Case %zu: %s", number, words.data);
    wb_pane_text_start(rows);
    wb_pane_text_start(rows);
    wb_pane_text_wrap(rows, WB_STYLE_HEADING, (size_t)width, 2, counts);
    text.data[text.length - 1] = '\0';
    wb_pane_text_paragraph(rows, WB_STYLE_PLAIN, width, 0, text.data);
    wb_str_release(&words);
    free(counts);
  }
  wb_str_release(&text);
}

void wb_view_case_outputs(const struct wb_model *model, const struct wb_case_result *one,
                          size_t number, int width, struct wb_pane_text *rows) {
  put_printed(one, number, width, rows);
  if (!one->visible || one->mismatches == 0) return;
  wb_pane_text_start(rows);
  wb_pane_text_start(rows);
  wb_pane_text_putf(rows, WB_STYLE_HEADING, "Case %zu: ", number);
  char *differ = wb_format("%llu %s as expected", (unsigned long long)one->mismatches,
                           one->mismatches == 1 ? "element is not" : "elements are not");
  wb_pane_text_wrap(rows, WB_STYLE_HEADING, (size_t)width, 2, differ);
  free(differ);
  for (size_t i = 0; i < one->n_previews; i++) {
    if (first_difference(&one->previews[i]) < one->previews[i].n)
      put_preview(model, &one->previews[i], width, rows);
  }
  struct wb_str moves;
  wb_str_init(&moves);
  wb_moved_elements_words(one, &moves);
  if (moves.length > 0) wb_pane_text_paragraph(rows, WB_STYLE_PLAIN, width, 3, moves.data);
  wb_str_release(&moves);
}
