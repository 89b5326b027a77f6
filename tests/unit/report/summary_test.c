#include "report/summary.h"

#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* A race of a local array that line 14 reads and `written` writes. */
static struct wb_finding race_of(const char *array, uint32_t written) {
  struct wb_finding race = finding_at(14);
  race.kind = WB_DATA_RACE;
  race.memory = WB_MEMORY_LOCAL;
  race.cause = WB_RACE_NO_BARRIER;
  race.access = WB_ACCESS_READ;
  race.other =
      (struct wb_other_access){.present = true, .line = written, .access = WB_ACCESS_WRITE};
  snprintf(race.array, sizeof race.array, "%s", array);
  snprintf(
      race.message, sizeof race.message,
      "a read of %s[0] races with a write by another work-item: no barrier stands between them",
      array);
  return race;
}

/* How many findings two races are told as. */
static size_t count_told(const struct wb_finding *first, const struct wb_finding *second) {
  struct wb_finding both[] = {*first, *second};
  const struct wb_case_result one = {.findings = both, .n_findings = 2};
  struct wb_unique_findings unique;
  wb_findings_collect_case(&one, &unique);
  const size_t told = unique.count;
  wb_findings_release(&unique);
  return told;
}

static void arrays_that_lack_one_barrier_are_one_finding(void) {
  struct wb_result result = failing();
  struct wb_finding races[] = {race_of("tile_a", 11), race_of("tile_b", 12), race_of("tile_a", 11),
                               race_of("tile_b", 12)};
  struct wb_unique_findings unique;
  struct wb_str text;
  for (size_t i = 1; i < 4; i++) cases[i].n_findings = 0;
  for (size_t i = 2; i < 4; i++) {
    cases[i].findings = &races[2 * i - 4];
    cases[i].n_findings = 2;
  }
  wb_str_init(&text);
  wb_findings_collect(&result, &unique);
  CHECK_INT(unique.count, 1);
  CHECK_INT(unique.items[0].n_cases, 2);
  wb_unique_finding_describe(&unique.items[0], &text);
  CHECK(strstr(text.data, "a read of tile_a[0] races with") != NULL);
  CHECK(wb_ends_with(text.data, "; likewise tile_b, see line 12"));
  wb_findings_release(&unique);
  wb_str_release(&text);
}

static void races_that_lack_other_barriers_stay_apart(void) {
  const struct wb_finding first = race_of("tile_a", 11);
  struct wb_finding second = race_of("tile_b", 12);
  CHECK_INT(count_told(&first, &second), 1);
  second = race_of("tile_a", 12); /* the same array, written by another line */
  CHECK_INT(count_told(&first, &second), 2);
  second = race_of("tile_b", 16); /* a barrier is missing after the read, too */
  CHECK_INT(count_told(&first, &second), 2);
  second = race_of("tile_b", 14);
  CHECK_INT(count_told(&first, &second), 2);
  second = race_of("tile_b", 12);
  second.line = 15;
  CHECK_INT(count_told(&first, &second), 2);
  struct wb_finding write = race_of("tile_a", 14), later = race_of("tile_b", 14);
  write.line = 11, later.line = 12; /* the writes came second */
  CHECK_INT(count_told(&write, &later), 1);
  later.line = 16;
  CHECK_INT(count_told(&write, &later), 2);
  second = race_of("tile_b", 12);
  second.cause = WB_RACE_NEXT_ROUND;
  CHECK_INT(count_told(&first, &second), 2);
  second = race_of("tile_b", 12);
  strcat(second.message, ", or another");
  CHECK_INT(count_told(&first, &second), 2);
  second = race_of("tile_b", 12);
  second.severity = WB_SEVERITY_WARNING;
  CHECK_INT(count_told(&first, &second), 2);
  second = race_of("", 12); /* of a hidden case: which array it is stays unsaid */
  CHECK_INT(count_told(&first, &second), 2);
  second = race_of("out", 12);
  second.memory = WB_MEMORY_GLOBAL;
  CHECK_INT(count_told(&first, &second), 2);
  struct wb_finding update = race_of("own", 12), other = race_of("sums", 12);
  update.cause = other.cause = WB_RACE_UPDATE; /* no barrier helps */
  CHECK_INT(count_told(&update, &other), 2);
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
  tap_run("races of two arrays that lack the same barrier are one finding",
          arrays_that_lack_one_barrier_are_one_finding);
  tap_run("races that another barrier would mend stay findings of their own",
          races_that_lack_other_barriers_stay_apart);
  return tap_finish();
}
