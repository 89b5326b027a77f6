/* The choice of a course, shown over the panes. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "course/course.h"
#include "tui/views.h"

static void course_row(const struct wb_model *model, size_t index, int width,
                       struct wb_pane_text *rows) {
  const char *path = model->courses.items[index];
  const bool open = model->course_named != NULL && strcmp(path, model->course_named) == 0;
  const char *title = open ? model->about_course.title : NULL;
  char *name = wb_course_name_of(path);
  wb_pane_text_start(rows)->item = (int)index;
  wb_pane_text_put(rows, WB_STYLE_PLAIN, (int)index == model->overlay.cursor ? "> " : "  ");
  wb_pane_text_putf(rows, WB_STYLE_STRONG, "%s", name);
  wb_pane_text_pad(rows, 24);
  char *text = wb_format("%s%s%s%s", title != NULL ? title : "", title != NULL ? ": " : "", path,
                         open ? " (open)" : "");
  wb_pane_text_wrap(rows, WB_STYLE_PLAIN, (size_t)width, 24, text);
  free(text);
  free(name);
}

void wb_view_courses(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  for (size_t i = 0; i < model->courses.count; i++) course_row(model, i, width, rows);
  wb_pane_text_start(rows);
  wb_pane_text_start(rows);
  wb_pane_text_wrap(rows, WB_STYLE_DIM, (size_t)width, 0,
                    "Courses in ~/.local/share/workbench/courses are listed here. The one that you "
                    "open is the one that you begin with from now on.");
}
