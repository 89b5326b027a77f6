#include "report/summary.h"

#include "report/report.h"

#include <stdlib.h>

#include "tap.h"

static struct wb_finding finding_at(uint32_t line) {
  return (struct wb_finding){
      .kind = WB_OUT_OF_BOUNDS, .severity = WB_SEVERITY_ERROR, .line = line, .message = "reads"};
}

/* Four cases: accepted, hidden and small, visible and large, visible and small. */
static struct wb_finding findings[] = {{0}, {0}, {0}};
static struct wb_case_result cases[4];

static struct wb_result failing(void) {
  static char ran[] = "";
  for (uint32_t i = 0; i < 3; i++) findings[i] = finding_at(i + 2);
  for (size_t i = 0; i < 4; i++)
    cases[i] = (struct wb_case_result){
        .visible = true, .verdict = WB_VERDICT_RUNTIME_ERROR, .detail = ran};
  cases[0].verdict = WB_VERDICT_ACCEPTED;
  cases[1].visible = false;
  const uint64_t items[] = {1, 2, 256, 8};
  for (size_t i = 0; i < 4; i++) cases[i].counters.items = items[i];
  for (size_t i = 1; i < 4; i++) {
    cases[i].findings = &findings[i - 1];
    cases[i].n_findings = 1;
  }
  return (struct wb_result){.verdict = WB_VERDICT_RUNTIME_ERROR, .cases = cases, .n_cases = 4};
}

static void an_error_of_the_whole_file_names_no_line(void) {
  struct wb_diagnostic diagnostics[] = {
      {.severity = WB_SEVERITY_ERROR, .file = "", .message = "the file has 3090123 bytes"}};
  struct wb_result result = {
      .verdict = WB_VERDICT_COMPILE_ERROR, .diagnostics = diagnostics, .n_diagnostics = 1};
  struct wb_str text;
  wb_str_init(&text);
  wb_result_in_short(&result, &text);
  CHECK_STRING(text.data, "compile error: the file has 3090123 bytes");
  wb_str_release(&text);
}

static void the_smallest_visible_case_explains(void) {
  struct wb_result result = failing();
  struct wb_unique_findings unique;
  struct wb_str text;
  wb_str_init(&text);
  CHECK_INT(wb_smallest_failure(&result), 3);
  wb_result_in_short(&result, &text);
  CHECK_STRING(text.data, "runtime error: line 4: out-of-bounds: reads");
  wb_findings_collect(&result, &unique);
  CHECK_INT(unique.count, 3);
  CHECK_INT(unique.items[0].case_index, 3);
  CHECK_INT(unique.items[1].case_index, 1); /* the others in their order */
  CHECK_INT(unique.items[2].case_index, 2);
  wb_findings_release(&unique);
  wb_str_release(&text);
}

/* The shell tells of the same case as the screen. */
static void reports_tell_of_the_smallest_case(void) {
  static const struct wb_report_style plain = {.width = 80};
  struct wb_result result = failing();
  struct wb_str text;
  wb_str_init(&text);
  cases[2].name = cases[3].name = (char *)(uintptr_t) "some";
  wb_report_text(&result, NULL, NULL, &plain, &text);
  CHECK(strstr(text.data, "\nCase 4, some\n") != NULL);
  CHECK(strstr(text.data, "\nCase 3, some\n") == NULL);
  cases[2].name = cases[3].name = NULL;
  wb_str_release(&text);
}

static void hidden_cases_explain_where_no_visible_one_does(void) {
  struct wb_result result = failing();
  cases[2].verdict = cases[3].verdict = WB_VERDICT_ACCEPTED;
  CHECK_INT(wb_smallest_failure(&result), 1);
}

static void a_case_with_another_verdict_does_not_explain(void) {
  struct wb_result result = failing();
  cases[3].verdict = WB_VERDICT_WRONG_ANSWER;
  CHECK_INT(wb_smallest_failure(&result), 2);
  result.verdict = WB_VERDICT_ACCEPTED;
  CHECK_INT(wb_smallest_failure(&result), 4);
}

/* As a hidden case tells it: without the array. */
static void a_hidden_finding_at_a_known_place_is_the_known_one(void) {
  struct wb_result result = failing();
  struct wb_unique_findings unique;
  for (int i = 0; i < 3; i++) findings[i] = finding_at(2);
  strcpy(findings[1].array, "out");
  cases[3].verdict = WB_VERDICT_ACCEPTED;
  cases[3].n_findings = 0;
  wb_findings_collect(&result, &unique); /* the visible one first */
  CHECK_INT(unique.count, 1);
  CHECK_INT(unique.items[0].n_cases, 2);
  CHECK_STRING(unique.items[0].finding->array, "out");
  wb_findings_release(&unique);
  result.verdict = WB_VERDICT_TIME_LIMIT; /* of no case: in their order */
  wb_findings_collect(&result, &unique);
  CHECK_INT(unique.count, 1);
  CHECK_INT(unique.items[0].case_index, 2);
  CHECK_STRING(unique.items[0].finding->array, "out");
  wb_findings_release(&unique);
}

static void findings_of_two_arrays_at_one_place_are_two(void) {
  struct wb_result result = failing();
  struct wb_unique_findings unique;
  for (int i = 0; i < 3; i++) findings[i] = finding_at(2);
  strcpy(findings[1].array, "out");
  strcpy(findings[2].array, "a");
  cases[1].n_findings = 0;
  wb_findings_collect(&result, &unique);
  CHECK_INT(unique.count, 2);
  wb_findings_release(&unique);
}

int main(void) {
  tap_run("an error of the whole file names no line", an_error_of_the_whole_file_names_no_line);
  tap_run("the visible case with the fewest work-items explains a failure",
          the_smallest_visible_case_explains);
  tap_run("and is the one that a report in the shell tells of", reports_tell_of_the_smallest_case);
  tap_run("a hidden one does where no visible one failed",
          hidden_cases_explain_where_no_visible_one_does);
  tap_run("a case with another verdict than the run's does not",
          a_case_with_another_verdict_does_not_explain);
  tap_run("what a hidden case tells of a place that a visible one tells of is the same finding",
          a_hidden_finding_at_a_known_place_is_the_known_one);
  tap_run("findings of two arrays at one place are two",
          findings_of_two_arrays_at_one_place_are_two);
  return tap_finish();
}
