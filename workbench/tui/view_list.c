#include <ctype.h>
#include <string.h>

#include "text/utf8.h"
#include "tui/views.h"

static const char *mark_of(const struct wb_model *model, const struct wb_item *item,
                           unsigned *look) {
  const struct wb_glyphs *glyphs = model->glyphs;
  *look = WB_STYLE_PLAIN;
  if (item->about.error != NULL) {
    *look = WB_LOOK_BAD;
    return glyphs->broken;
  }
  if (item->progress.solved) {
    *look = WB_LOOK_OK;
    return glyphs->solved;
  }
  if (item->progress.tried) {
    *look = WB_LOOK_WARN;
    return glyphs->tried;
  }
  *look = WB_LOOK_DIM;
  return glyphs->untried;
}

static const char *word_of(const struct wb_item *item) {
  if (item->about.error != NULL) return "broken spec";
  if (item->progress.solved) return "solved";
  if (item->progress.tried) return "tried";
  return "";
}

/* "03-guards" is "03" and, until the spec is read, "guards". */
static void put_name(const struct wb_item *item, struct wb_rows *rows) {
  size_t digits = strspn(item->slug, "0123456789");
  wb_rows_putf(rows, WB_LOOK_DIM, "%.*s ", (int)digits, item->slug);
  const char *rest = item->slug + digits;
  if (*rest == '-') rest++;
  const char *title = item->about.title;
  unsigned look = item->about.error != NULL ? WB_LOOK_BAD : WB_LOOK_PLAIN;
  wb_rows_put(rows, look, title != NULL && title[0] != '\0' ? title : rest);
}

static void list_row(const struct wb_model *model, size_t index, int width, struct wb_rows *rows) {
  const struct wb_item *item = &model->items[index];
  unsigned look;
  wb_rows_start(rows)->item = (int)index;
  wb_rows_put(rows, WB_STYLE_PLAIN, index == model->selected ? ">" : " ");
  const char *mark = mark_of(model, item, &look);
  wb_rows_putf(rows, look, "%s ", mark);
  put_name(item, rows);
  const char *word = word_of(item);
  size_t end = wb_rows_width(rows) + 2 + wb_text_width(word);
  if (word[0] != '\0' && end <= (size_t)width) {
    wb_rows_pad(rows, (size_t)width - wb_text_width(word) - 1);
    wb_rows_put(rows, look, word);
  }
}

void wb_view_list(const struct wb_model *model, int width, struct wb_rows *rows) {
  for (size_t i = 0; i < model->n_items; i++) {
    if (wb_model_matches(model, &model->items[i])) list_row(model, i, width, rows);
  }
  if (rows->count > 0) return;
  wb_rows_start(rows);
  if (model->n_items == 0) {
    wb_rows_wrap(rows, WB_LOOK_WARN, (size_t)width, 0, "This course has no puzzles.");
  } else {
    wb_rows_wrap(rows, WB_LOOK_WARN, (size_t)width, 0, "No puzzle matches. Esc shows all of them.");
  }
}
