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

static void beside_the_whole_sentence_its_first_clause_will_do(void) {
  struct wb_finding findings[] = {
      {.kind = WB_OUT_OF_BOUNDS,
       .severity = WB_SEVERITY_ERROR,
       .line = 4,
       .message = "reads a[4] of (1,2, 3), past the end of the global array"},
      {.kind = WB_DATA_RACE,
       .severity = WB_SEVERITY_ERROR,
       .line = 7,
       .message = "a read of t[0] races with a write: no barrier stands between them",
       .other = {.present = true, .line = 5, .access = WB_ACCESS_WRITE}}};
  struct wb_case_result one = {
      .visible = true, .verdict = WB_VERDICT_RUNTIME_ERROR, .findings = findings, .n_findings = 2};
  const struct wb_result result = {
      .verdict = WB_VERDICT_RUNTIME_ERROR, .cases = &one, .n_cases = 1};
  struct wb_marks marks = {0};
  wb_marks_collect(&result, &marks);
  if (CHECK_INT(marks.count, 3)) {
    CHECK_STRING(marks.items[0].brief, "out-of-bounds: reads a[4] of (1,2, 3)");
    CHECK_STRING(marks.items[1].brief, "data-race: a read of t[0] races with a write; see line 5");
    CHECK_STRING(marks.items[2].brief, "the other access; see line 7");
  }
  wb_marks_release(&marks);
}

int main(void) {
  tap_run("beside the whole sentence its first clause will do",
          beside_the_whole_sentence_its_first_clause_will_do);
  tap_run("marks are listed as compilers list them", marks_are_listed_as_compilers_do);
  tap_run("without marks there are no lines", no_marks_are_no_lines);
  return tap_finish();
}
