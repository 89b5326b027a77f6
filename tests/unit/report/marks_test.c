#include "report/marks.h"

#include "tap.h"

static void marks_are_listed_as_compilers_do(void) {
  struct wb_mark items[] = {
      {.kind = WB_MARK_ERROR, .line = 4, .column = 10, .text = (char *)"out-of-bounds: reads a[4]"},
      {.kind = WB_MARK_WARNING, .line = 12, .column = 0, .text = (char *)"two\nlines"},
      {.kind = WB_MARK_OTHER, .line = 5, .column = 3, .text = (char *)"the other access"}};
  const struct wb_marks marks = {.items = items, .count = 3};
  struct wb_str text;
  wb_str_init(&text);
  wb_marks_list(&marks, "/a b/k.cl", &text);
  CHECK_STRING(text.data,
               "/a b/k.cl:4:10: error: out-of-bounds: reads a[4]\n"
               "/a b/k.cl:12:1: warning: two lines\n"
               "/a b/k.cl:5:3: note: the other access\n");
  wb_str_release(&text);
}

static void no_marks_are_no_lines(void) {
  const struct wb_marks none = {0};
  struct wb_str text;
  wb_str_init(&text);
  wb_marks_list(&none, "k.cl", &text);
  CHECK_INT(text.length, 0);
  wb_str_release(&text);
}

int main(void) {
  tap_run("marks are listed as compilers list them", marks_are_listed_as_compilers_do);
  tap_run("without marks there are no lines", no_marks_are_no_lines);
  return tap_finish();
}
