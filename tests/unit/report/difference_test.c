#include "report/difference.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "tap.h"
#include "text/columns.h"

static char *shown(const char *old, const char *new, enum wb_difference_form form, unsigned width) {
  struct wb_document document = {0};
  struct wb_str out;
  wb_str_init(&out);
  wb_report_difference(&(struct wb_version){"old", old, strlen(old), WB_SOURCE_OPENCL_C},
                       &(struct wb_version){"new", new, strlen(new), WB_SOURCE_OPENCL_C}, form,
                       width, &document);
  for (size_t i = 0; i < document.n_lines; i++) {
    for (size_t k = 0; k < document.lines[i].n_spans; k++)
      wb_str_add(&out, document.lines[i].spans[k].text);
    while (out.length > 0 && out.data[out.length - 1] == ' ') out.data[--out.length] = '\0';
    wb_str_add_char(&out, '\n');
  }
  wb_document_release(&document);
  return wb_str_detach(&out);
}

static void check(const char *old, const char *new, enum wb_difference_form form, unsigned width,
                  const char *expected) {
  char *text = shown(old, new, form, width);
  CHECK_STRING(text, expected);
  free(text);
}

static void lines_have_signs_and_numbers(void) {
  check("a\nb\nc\n", "a\nx\nc\ny\n", WB_DIFFERENCE_LINES, 40,
        "- old\n+ new\n\n   1 a\n-  2 b\n+  2 x\n   3 c\n+  4 y\n");
}

static void what_is_far_from_a_change_is_counted(void) {
  check("1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\n5\n6\n7\nx\n", WB_DIFFERENCE_LINES, 40,
        "- old\n+ new\n\n     … 4 lines the same\n   5 5\n   6 6\n   7 7\n-  8 8\n+  8 x\n");
}

static void sides_are_aligned(void) {
  check("a\nb\nc\n", "a\nx\nc\ny\n", WB_DIFFERENCE_SIDES, 59,
        "   old                            new\n"
        " 1 a                            1 a\n"
        " 2 b                         |  2 x\n"
        " 3 c                            3 c\n"
        "                             >  4 y\n");
}

static void long_lines_go_on_beneath(void) {
  check("int one = 1, two = 2, three = 3;\n", "int one = 1;\n", WB_DIFFERENCE_SIDES, 47,
        "   old                      new\n"
        " 1 int one = 1, two =  |  1 int one = 1;\n"
        "   2, three = 3;       |\n");
}

static void the_same_is_said_to_be(void) {
  check("a\n", "a\n", WB_DIFFERENCE_LINES, 60, "No line differs between old and new.\n");
}

static void narrow_pages_have_no_sides(void) {
  check("a\n", "b\n", WB_DIFFERENCE_SIDES, 30, "- old\n+ new\n\n-  1 a\n+  1 b\n");
}

/* Nothing is wider than it may be, and nothing that a learner wrote commands a
 * terminal. */
static void any_bytes_fit(void) {
  static const char old[] =
      "\033[2J\t\x80\xFF 宽宽宽宽宽宽宽宽宽宽宽宽宽宽宽宽宽宽宽宽宽宽\n\n\tx\r\n";
  static const char new[] = "nothing of this, in a line that is long enough to be broken twice\nx";
  for (unsigned width = 1; width < 120; width++) {
    for (int form = 0; form < 2; form++) {
      char *text = shown(old, new, (enum wb_difference_form)form, width);
      CHECK(strpbrk(text, "\033\t\r\x7F") == NULL);
      char *rest = text;
      for (char *line = strsep(&rest, "\n"); line != NULL && width >= 20;
           line = strsep(&rest, "\n"))
        CHECK(wb_text_width(line) <= width);
      free(text);
    }
  }
}

int main(void) {
  tap_run("lines have signs and numbers", lines_have_signs_and_numbers);
  tap_run("what is far from a change is counted", what_is_far_from_a_change_is_counted);
  tap_run("sides are aligned", sides_are_aligned);
  tap_run("long lines go on beneath", long_lines_go_on_beneath);
  tap_run("the same is said to be", the_same_is_said_to_be);
  tap_run("narrow pages have no sides", narrow_pages_have_no_sides);
  tap_run("any bytes fit", any_bytes_fit);
  return tap_finish();
}
