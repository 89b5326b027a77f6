/* The drawings of the course's lessons, on screens of all sizes. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "tap.h"
#include "text/columns.h"
#include "tui/model.h"

enum { LEAST_COLUMNS = 60, MOST_COLUMNS = 200, LEAST_LINES = 16, MOST_LINES = 60 };

static struct wb_model model;

static void load(const char *path) {
  struct wb_names slugs;
  struct wb_str text;
  struct wb_error err;
  wb_names_init(&slugs);
  wb_names_add(&slugs, "01-map");
  wb_model_init(&model, &slugs, NULL, true);
  wb_names_release(&slugs);
  wb_str_init(&text);
  CHECK_INT(wb_file_read(path, 1 << 20, &text, &err), WB_OK);
  struct wb_loaded loaded = {.lesson = wb_str_detach(&text),
                             .kernel = wb_strdup("__kernel void map() {}\n"),
                             .kernel_path = wb_strdup("/x/work/01-map.cl")};
  wb_model_loaded(&model, &loaded);
}

static size_t row_width(const struct wb_pane_row *row) {
  size_t width = 0;
  for (size_t i = 0; i < row->n_pieces; i++) width += wb_text_width(row->pieces[i].text);
  return width;
}

static void check_rows(int lines, int columns) {
  wb_model_resize(&model, lines, columns);
  wb_model_prepare(&model);
  const int room = wb_layout_text_columns(&model.layout, WB_PANE_LESSON);
  const struct wb_pane_text *rows = &model.panes[WB_PANE_LESSON].rows;
  for (size_t i = 0; i < rows->count && model.layout.pane[WB_PANE_LESSON].shown; i++)
    if (row_width(&rows->items[i]) > (size_t)room) {
      printf("# %dx%d: row %zu of the lesson is cut\n", columns, lines, i);
      CHECK_NEVER("a row of the lesson is cut");
      return;
    }
}

static void no_drawing_is_cut_on(const char *path) {
  load(path);
  CHECK(model.code_columns > 0);
  for (int focus = 0; focus < WB_PANE_COUNT; focus++) {
    wb_model_focus(&model, (enum wb_pane)focus);
    for (int columns = LEAST_COLUMNS; columns <= MOST_COLUMNS; columns++)
      for (int lines = LEAST_LINES; lines <= MOST_LINES && !tap_state.current_failed; lines += 11)
        if (model.code_columns <= columns) check_rows(lines, columns);
  }
  wb_model_release(&model);
}

static void no_drawing_of_a_lesson_is_cut_where_the_screen_has_room(void) {
  glob_t found;
  CHECK_INT(glob("puzzles/*/lesson.md", 0, NULL, &found), 0);
  CHECK(found.gl_pathc >= 6);
  for (size_t i = 0; i < found.gl_pathc; i++) no_drawing_is_cut_on(found.gl_pathv[i]);
  globfree(&found);
}

int main(void) {
  tap_run("no drawing of a lesson is cut where the screen has room",
          no_drawing_of_a_lesson_is_cut_where_the_screen_has_room);
  return tap_finish();
}
