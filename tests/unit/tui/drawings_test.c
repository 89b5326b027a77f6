/* The drawings of the course's lessons and explanations, and its starters, on screens of every
 * size from 60x16 to 200x60, with each pane chosen, zoomed or not, and the trace shown or not. Of
 * the widths, a sample has one in ten.
 *
 * What a pane's rows are depends on its columns alone, so rows are made once for each width. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "sample.h"
#include "text/columns.h"
#include "tui/model.h"
#include "tui/views.h"

enum { LEAST_COLUMNS = WB_PAGE_COLUMNS, MOST_COLUMNS = 200, LEAST_LINES = 16, MOST_LINES = 60 };
enum { WIDTHS_PERIOD = 10 };

static struct wb_model model;

typedef void (*pane_view)(const struct wb_model *, int, struct wb_pane_text *);

static void read_page(const char *pattern, const char *slug, struct wb_str *text) {
  struct wb_error err;
  char *path = wb_format(pattern, slug);
  CHECK_INT(wb_file_read(path, 1 << 20, text, &err), WB_OK);
  free(path);
}

/* A kernel, or a host program. */
static void read_starter(const char *slug, struct wb_str *text) {
  char *path = wb_format("kernels/%s.cl", slug);
  read_page(wb_file_exists(path) ? "kernels/%s.cl" : "kernels/%s.lua", slug, text);
  free(path);
}

/* As the screen shows a puzzle that is solved. */
static void load_puzzle(const char *slug) {
  struct wb_names slugs;
  struct wb_str lesson, explanation, kernel;
  wb_names_init(&slugs);
  wb_names_add(&slugs, slug);
  wb_model_init(&model, &slugs, NULL, true);
  wb_names_release(&slugs);
  wb_str_init(&lesson);
  wb_str_init(&explanation);
  wb_str_init(&kernel);
  read_page("puzzles/%s/lesson.md", slug, &lesson);
  read_page("puzzles/%s/explained.md", slug, &explanation);
  read_starter(slug, &kernel);
  struct wb_loaded loaded = {.lesson = wb_str_detach(&lesson),
                             .explanation = wb_str_detach(&explanation),
                             .kernel = wb_str_detach(&kernel),
                             .kernel_path = wb_format("/x/work/%s.cl", slug)};
  wb_model_loaded(&model, &loaded);
}

static size_t row_width(const struct wb_pane_row *row) {
  size_t width = 0;
  for (size_t i = 0; i < row->n_pieces; i++) width += wb_text_width(row->pieces[i].text);
  return width;
}

/* By the pane's columns: whether each of its rows fits. */
struct fits {
  bool known[MOST_COLUMNS + 1], whole[MOST_COLUMNS + 1];
};

static bool pane_fits(struct fits *fits, pane_view view, enum wb_pane pane) {
  const int room = wb_layout_text_columns(&model.layout, pane);
  if (!model.layout.pane[pane].shown) return true;
  if (!fits->known[room]) {
    struct wb_pane_text rows;
    wb_pane_text_init(&rows);
    view(&model, room, &rows);
    CHECK(rows.count > 0);
    fits->known[room] = fits->whole[room] = true;
    for (size_t i = 0; i < rows.count; i++)
      if (row_width(&rows.items[i]) > (size_t)room) fits->whole[room] = false;
    wb_pane_text_release(&rows);
  }
  return fits->whole[room];
}

static void check_size(struct fits *lesson, struct fits *kernel, int lines, int columns) {
  wb_model_resize(&model, lines, columns);
  wb_model_arrange(&model);
  if (!pane_fits(lesson, wb_view_lesson, WB_PANE_LESSON) ||
      !pane_fits(kernel, wb_view_kernel, WB_PANE_KERNEL)) {
    printf("# %dx%d, pane %d chosen: rows are cut\n", columns, lines, model.focus + 1);
    CHECK_NEVER("a row is cut");
  }
}

static void check_every_size(struct fits *lesson, struct fits *kernel) {
  for (int columns = LEAST_COLUMNS; columns <= MOST_COLUMNS; columns++) {
    if (!sample_takes_number((uint64_t)columns, WIDTHS_PERIOD)) continue;
    for (int lines = LEAST_LINES; lines <= MOST_LINES && !tap_state.current_failed; lines++)
      check_size(lesson, kernel, lines, columns);
  }
}

static void nothing_is_cut_of(const char *slug) {
  struct fits lesson = {0}, kernel = {0};
  load_puzzle(slug);
  CHECK(model.code_columns > 0);
  CHECK(model.code_columns <= LEAST_COLUMNS); /* else there is a size without room for it */
  for (int choice = 0; choice < WB_PANE_COUNT * 4; choice++) {
    wb_model_focus(&model, (enum wb_pane)(choice / 4));
    model.zoomed = choice % 2 == 1;
    model.lower = choice / 2 % 2 == 1 ? WB_PANE_TRACE : WB_PANE_RESULT;
    check_every_size(&lesson, &kernel);
  }
  wb_model_release(&model);
}

static void nothing_of_the_course_is_cut(void) {
  glob_t found;
  CHECK_INT(glob("puzzles/[0-9]*", 0, NULL, &found), 0);
  CHECK(found.gl_pathc >= 6);
  for (size_t i = 0; i < found.gl_pathc; i++)
    nothing_is_cut_of(strrchr(found.gl_pathv[i], '/') + 1);
  globfree(&found);
  if (sample_is_wanted()) sample_say(WIDTHS_PERIOD - 1, WIDTHS_PERIOD, "widths of a screen");
}

int main(void) {
  tap_run("no drawing and no starter of the course is cut at any size",
          nothing_of_the_course_is_cut);
  return tap_finish();
}
