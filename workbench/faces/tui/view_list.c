#include <stdlib.h>
#include <string.h>

#include "base/slug.h"
#include "base/str.h"
#include "judge_client/catalog.h"
#include "text/columns.h"
#include "tui/views.h"

enum { LIST_COLUMNS = 48 }; /* wider, what stands on the right is far from what it is about */

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

/* ---- chapters ---- */

/* Their names are known when the whole course has been described; headings
 * that come one by one would push the list about. */
static bool has_chapters(const struct wb_model *model, struct wb_puzzle_list *list) {
  *list = wb_model_puzzles(model);
  return !model->describing && wb_chapters_are_used(list);
}

/* Where there is room, a blank line stands between chapters. */
enum { ROOMY_LINES = 20 };

static bool is_roomy(const struct wb_model *model) { return model->layout.lines >= ROOMY_LINES; }

int wb_view_list_lines(const struct wb_model *model) {
  struct wb_puzzle_list list;
  struct wb_chapter chapter = {0};
  int chapters = 0;
  bool headed = has_chapters(model, &list);
  while (headed && wb_chapter_next(&list, &chapter)) chapters++;
  const int blanks = is_roomy(model) && chapters > 1 ? chapters - 1 : 0;
  return (int)model->n_items + chapters + blanks;
}

static size_t columns_of(int width) {
  return width < LIST_COLUMNS ? (size_t)(width > 0 ? width : 0) : LIST_COLUMNS;
}

/* "First steps              ■■■·  3/4" */
static void chapter_row(const struct wb_model *model, const struct wb_chapter *chapter, int width,
                        struct wb_pane_text *rows) {
  const size_t total = chapter->end - chapter->first;
  const size_t cells = total < WB_CHAPTER_BAR_MAX ? total : WB_CHAPTER_BAR_MAX;
  size_t solved = 0;
  for (size_t i = chapter->first; i < chapter->end; i++) solved += model->items[i].progress.solved;
  char *figures = wb_format("%zu/%zu", solved, total);
  wb_pane_text_start(rows);
  wb_pane_text_put(rows, WB_STYLE_STRONG, wb_chapter_title(chapter));
  size_t used = wb_pane_text_width(rows), right = columns_of(width) - 1;
  const size_t wanted = strlen(figures) + 2 + cells;
  if (used + 2 + wanted <= right) {
    wb_pane_text_pad(rows, right - wanted);
    for (size_t i = 0; i < cells; i++) {
      const bool full = i < wb_chapter_bar(solved, total);
      wb_pane_text_put(rows, full ? WB_LOOK_OK : WB_LOOK_DIM,
                       full ? model->glyphs->full : model->glyphs->empty);
    }
    wb_pane_text_putf(rows, WB_STYLE_PLAIN, "  %s", figures);
  } else {
    wb_pane_text_putf(rows, WB_STYLE_PLAIN, " %s", figures);
  }
  free(figures);
}

/* ---- puzzles ---- */

static void add_state(const struct wb_item *item, struct wb_str *out) {
  if (item->about.error != NULL)
    wb_str_add(out, "broken spec");
  else if (item->progress.solved)
    wb_str_add(out, "solved");
  else if (!wb_steps_so_far_words(&item->about, &item->progress, out) && item->progress.tried)
    wb_str_add(out, "tried");
}

/* "03-guards" is "03" and, until the spec is read, "guards". */
static void put_name(const struct wb_item *item, struct wb_pane_text *rows) {
  wb_pane_text_putf(rows, WB_LOOK_DIM, "%.*s ", wb_slug_digits(item->slug), item->slug);
  const char *rest = wb_slug_name(item->slug);
  const char *title = item->about.title;
  unsigned look = item->about.error != NULL ? WB_LOOK_BAD : WB_LOOK_PLAIN;
  wb_pane_text_put(rows, look, title != NULL && title[0] != '\0' ? title : rest);
}

/* What the learner may know it as. */
static void put_numbers(const struct wb_model *model, const struct wb_item *item,
                        struct wb_pane_text *rows) {
  struct wb_str numbers;
  wb_str_init(&numbers);
  wb_origin_numbers(model->origin, &item->about, &numbers);
  if (numbers.length > 0) wb_pane_text_putf(rows, WB_LOOK_DIM, "  %s", numbers.data);
  wb_str_release(&numbers);
}

static void list_row(const struct wb_model *model, size_t index, int width,
                     struct wb_pane_text *rows) {
  const struct wb_item *item = &model->items[index];
  unsigned look;
  wb_pane_text_start(rows)->item = (int)index;
  wb_pane_text_put(rows, WB_STYLE_PLAIN, index == model->selected ? ">" : " ");
  const char *mark = mark_of(model, item, &look);
  wb_pane_text_putf(rows, look, "%s ", mark);
  put_name(item, rows);
  put_numbers(model, item, rows);
  struct wb_str state;
  wb_str_init(&state);
  add_state(item, &state);
  size_t end = wb_pane_text_width(rows) + 2 + wb_text_width(state.data);
  if (state.length > 0 && end <= columns_of(width)) {
    wb_pane_text_pad(rows, columns_of(width) - wb_text_width(state.data) - 1);
    wb_pane_text_put(rows, look, state.data);
  }
  wb_str_release(&state);
}

void wb_view_list(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  struct wb_puzzle_list list;
  struct wb_chapter chapter = {0};
  const bool headed = has_chapters(model, &list);
  while (wb_chapter_next(&list, &chapter)) {
    bool first = headed;
    for (size_t i = chapter.first; i < chapter.end; i++) {
      if (!wb_model_matches(model, &model->items[i])) continue;
      if (first && rows->count > 0 && is_roomy(model)) wb_pane_text_start(rows);
      if (first) chapter_row(model, &chapter, width, rows);
      first = false;
      list_row(model, i, width, rows);
    }
  }
  if (rows->count > 0) return;
  wb_pane_text_start(rows);
  wb_pane_text_wrap(
      rows, WB_LOOK_DIM, (size_t)width, 0,
      model->n_items == 0 ? "This course has no puzzles." : wb_model_filter_is_empty(model));
}
