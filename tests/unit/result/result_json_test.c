/* Results as JSON: what goes in comes out, whatever a learner's code put into
 * the texts, and no text is read that cannot be. */
#include "result/result_json.h"

#include <stdlib.h>

#include "base/str.h"
#include "result/event_json.h"
#include "tap.h"
#include "tensor/fill.h"

static struct wb_finding race(void) {
  struct wb_finding finding = {.kind = WB_DATA_RACE,
                               .severity = WB_SEVERITY_ERROR,
                               .access = WB_ACCESS_WRITE,
                               .memory = WB_MEMORY_LOCAL,
                               .has_item = true,
                               .has_index = true,
                               .line = 7,
                               .column = 3,
                               .index = -2,
                               .count = 4,
                               .n_first = 2,
                               .first = {{{1, 0, 0}, {0, 0, 0}}, {{2, 0, 0}, {0, 0, 0}}},
                               .other = {true, 9, 5, WB_ACCESS_READ, {{3, 0, 0}, {1, 0, 0}}},
                               .kernel = "sum",
                               .array = "tile"};
  return finding;
}

/* A result with everything in it. */
static void fill(struct wb_result *result) {
  struct wb_case_result *one;
  memset(result, 0, sizeof *result);
  result->puzzle = wb_strdup("05-shared");
  result->file = wb_strdup("/tmp/k.cl");
  result->device = wb_strdup("emulator");
  result->verdict = WB_VERDICT_RUNTIME_ERROR;
  result->score = 0.5;
  result->detail = wb_strdup("");
  result->compile_log = wb_strdup("warning: \033[31mred\033[0m \xff\xfe\n");
  result->n_diagnostics = 1;
  result->diagnostics = wb_alloc(sizeof *result->diagnostics);
  *result->diagnostics = (struct wb_diagnostic){
      .line = 3, .column = 4, .severity = WB_SEVERITY_WARNING, .message = "unused"};
  result->elapsed_ms = 12.5;
  result->n_cases = 1;
  result->cases = one = wb_alloc(sizeof *one);
  one->name = wb_strdup("four");
  one->visible = true;
  one->verdict = WB_VERDICT_RUNTIME_ERROR;
  one->detail = wb_strdup("d");
  one->first_mismatch = (struct wb_mismatch){
      true, wb_strdup("out"), 3, wb_strdup("[1][1]"), wb_strdup("1"), wb_strdup("nan")};
  one->mismatches = 2;
  one->n_findings = 1;
  one->findings = wb_alloc(sizeof *one->findings);
  *one->findings = race();
  one->counters.barriers = 5;
  one->counters.subgroup = 32;
  one->counters.bank_conflicts = 31;
  one->budgeted = 1;
  one->budgets.global_reads = 12;
  one->n_lines = 2;
  one->lines = wb_alloc(2 * sizeof *one->lines);
  one->lines[0] = (struct wb_line_cost){.line = 4,
                                        .column = 7,
                                        .memory = WB_MEMORY_LOCAL,
                                        .access = WB_ACCESS_READ,
                                        .executions = 1,
                                        .cost = 32,
                                        .ideal = 1,
                                        .array = "tile"};
  one->lines[1] = (struct wb_line_cost){.line = 5, .file = "include/a.h"};
  one->time_ns = UINT64_MAX;
  one->text = wb_strdup("hello \001\n");
  one->n_previews = 1;
  one->previews = wb_alloc(sizeof *one->previews);
  *one->previews = (struct wb_preview){.array = wb_strdup("out"),
                                       .type = wb_strdup("float"),
                                       .rank = 2,
                                       .shape = {2, 2},
                                       .total = 4,
                                       .n = 1,
                                       .expected = wb_alloc(sizeof(char *)),
                                       .got = wb_alloc(sizeof(char *)),
                                       .differs = wb_alloc(sizeof(bool))};
  one->previews->expected[0] = wb_strdup("1");
  one->previews->got[0] = wb_strdup("2");
  one->previews->differs[0] = true;
  one->step = 2;
  result->n_steps = 2;
  result->steps = wb_alloc(2 * sizeof *result->steps);
  result->steps[0] =
      (struct wb_result_step){.name = wb_strdup("One group"), .cases = 3, .right = 3, .done = true};
  result->steps[1] = (struct wb_result_step){.name = wb_strdup("Any size"), .cases = 2};
  one->group = 2;
  result->n_groups = 2;
  result->groups = wb_alloc(2 * sizeof *result->groups);
  result->groups[0] = (struct wb_result_group){.name = wb_strdup("small"), .points = 2};
  result->groups[1] = (struct wb_result_group){.name = wb_strdup("any size"),
                                               .points = 3,
                                               .each = true,
                                               .needs = 1,
                                               .cases = 4,
                                               .right = 3,
                                               .accepted = 2,
                                               .earned = 1.5};
  one->n_deviations = 1;
  one->deviations = wb_alloc(sizeof *one->deviations);
  *one->deviations = (struct wb_output_deviation){
      .array = wb_strdup("out"), .relative = 1e-7, .absolute = 1e-9, .units = 2, .share = 0.25};
}

static void what_goes_in_comes_out(void) {
  struct wb_result result, again;
  struct wb_error err = {0};
  fill(&result);
  json_t *object = wb_result_to_json(&result);
  CHECK_INT(wb_result_from_json(object, &again, &err), WB_OK);
  CHECK_STRING(err.message, "");
  json_t *twice = wb_result_to_json(&again);
  CHECK(json_equal(object, twice));
  CHECK_STRING(again.compile_log, "warning: ␛[31mred␛[0m \xEF\xBF\xBD\xEF\xBF\xBD\n");
  CHECK_STRING(again.cases[0].text, "hello ␁\n");
  CHECK_STRING(again.cases[0].findings[0].file, "");
  CHECK_INT(again.cases[0].findings[0].index, -2);
  CHECK_INT(again.cases[0].findings[0].n_first, 2);
  CHECK_INT(again.cases[0].findings[0].other.line, 9);
  CHECK_INT(again.cases[0].counters.barriers, 5);
  CHECK_INT(again.cases[0].counters.bank_conflicts, 31);
  CHECK_INT(again.cases[0].budgeted, 1);
  CHECK_INT(again.cases[0].budgets.global_reads, 12);
  CHECK_INT(again.cases[0].n_lines, 2);
  CHECK(memcmp(again.cases[0].lines, result.cases[0].lines, 2 * sizeof *result.cases[0].lines) ==
        0);
  CHECK(again.cases[0].time_ns == INT64_MAX);
  CHECK_INT(again.cases[0].step, 2);
  CHECK_INT(again.n_steps, 2);
  CHECK_STRING(again.steps[0].name, "One group");
  CHECK(again.steps[0].done && again.steps[0].right == 3 && again.steps[1].cases == 2);
  CHECK_INT(again.cases[0].group, 2);
  CHECK_INT(again.n_groups, 2);
  CHECK(again.groups[0].points == 2 && !again.groups[0].each && again.groups[0].needs == 0);
  CHECK_STRING(again.groups[1].name, "any size");
  CHECK(again.groups[1].each && again.groups[1].needs == 1 && again.groups[1].cases == 4);
  CHECK(again.groups[1].right == 3 && again.groups[1].accepted == 2);
  CHECK(again.groups[1].earned == 1.5);
  CHECK_INT(again.cases[0].n_deviations, 1);
  CHECK_STRING(again.cases[0].deviations[0].array, "out");
  CHECK(again.cases[0].deviations[0].share == 0.25 && again.cases[0].deviations[0].units == 2);
  json_decref(object);
  json_decref(twice);
  wb_result_release(&result);
  wb_result_release(&again);
}

static void what_was_not_modelled_is_left_out(void) {
  struct wb_result result;
  fill(&result);
  for (uint64_t subgroup = 0; subgroup <= 32; subgroup += 32) {
    result.cases[0].counters.subgroup = subgroup;
    json_t *object = wb_result_to_json(&result);
    const json_t *first = json_array_get(json_object_get(object, "cases"), 0);
    const json_t *counters = json_object_get(first, "counters");
    CHECK((json_object_get(counters, "bank_conflicts") != NULL) == (subgroup > 0));
    CHECK(json_object_get(counters, "barriers") != NULL);
    json_decref(object);
  }
  wb_result_release(&result);
}

static void members_are_those_of_the_manual(void) {
  struct wb_result result;
  fill(&result);
  json_t *object = wb_result_to_json(&result);
  const json_t *one = json_array_get(json_object_get(object, "cases"), 0);
  const json_t *finding = json_array_get(json_object_get(one, "findings"), 0);
  static const char *const top[] = {"puzzle", "file",  "device",  "verdict",
                                    "score",  "cases", "compile", "elapsed_ms"};
  static const char *const of_case[] = {"name",       "visible",  "verdict",  "first_mismatch",
                                        "mismatches", "findings", "counters", "time_ns"};
  static const char *const of_finding[] = {"kind",  "severity",  "message",    "file",
                                           "line",  "column",    "array",      "index",
                                           "count", "work_item", "work_group", "other"};
  for (size_t i = 0; i < 8; i++) CHECK(json_object_get(object, top[i]) != NULL);
  for (size_t i = 0; i < 8; i++) CHECK(json_object_get(one, of_case[i]) != NULL);
  for (size_t i = 0; i < 12; i++) CHECK(json_object_get(finding, of_finding[i]) != NULL);
  CHECK_STRING(json_string_value(json_object_get(finding, "file")), "/tmp/k.cl");
  CHECK_INT(json_array_size(json_object_get(finding, "work_item")), 3);
  json_decref(object);
  wb_result_release(&result);
}

/* Replaces the `nth` member or item, counted over the whole tree, by `with`. */
static bool replace_nth(json_t *value, unsigned *nth, json_t *with) {
  const char *key;
  json_t *item;
  size_t i;
  json_object_foreach(value, key, item) {
    if ((*nth)-- == 0) return json_object_set(value, key, with) == 0;
    if (replace_nth(item, nth, with)) return true;
  }
  json_array_foreach(value, i, item) {
    if ((*nth)-- == 0) return json_array_set(value, i, with) == 0;
    if (replace_nth(item, nth, with)) return true;
  }
  return false;
}

static void any_member_may_be_anything(void) {
  json_t *strange[] = {json_null(),   json_integer(-1), json_string("\n"), json_array(),
                       json_object(), json_real(1e300), json_true(),       json_integer(INT64_MAX)};
  struct wb_result result;
  fill(&result);
  json_t *object = wb_result_to_json(&result);
  unsigned refused = 0, place = 0;
  bool replaced = true;
  for (; replaced; place++) {
    for (size_t k = 0; k < sizeof strange / sizeof strange[0]; k++) {
      json_t *copy = json_deep_copy(object);
      struct wb_result got;
      struct wb_error err = {0};
      unsigned nth = place;
      replaced = replace_nth(copy, &nth, strange[k]);
      if (wb_result_from_json(copy, &got, &err) == WB_OK)
        wb_result_release(&got);
      else
        refused++;
      json_decref(copy);
    }
  }
  CHECK(place > 80);
  CHECK(refused > 200);
  for (size_t k = 0; k < sizeof strange / sizeof strange[0]; k++) json_decref(strange[k]);
  json_decref(object);
  wb_result_release(&result);
}

static void a_result_brings_the_bytes_that_were_judged(void) {
  static const char bytes[] = "a\0\xFF\n";
  struct wb_result result;
  struct wb_event event = {.kind = WB_EVENT_RESULT, .result = &result}, again;
  struct wb_str line;
  struct wb_error err = {0};
  uint32_t patience = 0;
  fill(&result);
  result.source_length = sizeof bytes - 1;
  result.source = wb_alloc(sizeof bytes);
  memcpy(result.source, bytes, sizeof bytes);
  wb_str_init(&line);
  wb_event_print(&event, 0, &line);
  CHECK_INT(wb_event_parse(line.data, line.length, &again, &patience, &err), WB_OK);
  if (CHECK_INT(again.result->source_length, sizeof bytes - 1))
    CHECK(memcmp(again.result->source, bytes, sizeof bytes) == 0);
  wb_event_release(&again);
  char *member = strstr(line.data, "\"source\":\"") + strlen("\"source\":\"");
  *member = '!';
  CHECK_INT(wb_event_parse(line.data, line.length, &again, &patience, &err), WB_ERR_PROTOCOL);
  wb_str_release(&line);
  wb_result_release(&result);
}

static void broken_lines_are_refused(void) {
  struct wb_result result;
  struct wb_str line;
  uint32_t patience = 7;
  unsigned passed = 0;
  fill(&result);
  wb_str_init(&line);
  struct wb_event event = {.kind = WB_EVENT_RESULT, .result = &result};
  wb_event_print(&event, 5, &line);
  for (unsigned i = 0; i < 3000; i++) {
    struct wb_event got;
    struct wb_error err;
    char *broken = wb_strndup(line.data, line.length);
    size_t length = i % 3 == 0 ? wb_random_at(i, 0) % line.length : line.length - 1;
    broken[wb_random_at(i, 1) % line.length] = (char)wb_random_at(i, 2);
    if (wb_event_parse(broken, length, &got, &patience, &err) == WB_OK) {
      passed++;
      wb_event_release(&got);
    }
    free(broken);
  }
  CHECK(passed > 0 && passed < 3000);
  wb_str_release(&line);
  wb_result_release(&result);
}

static void check_text(const struct wb_finding *finding, const char *expected) {
  struct wb_str text;
  wb_str_init(&text);
  wb_finding_describe(finding, &text);
  CHECK_STRING(text.data, expected);
  wb_str_release(&text);
}

static void findings_read_as_sentences(void) {
  struct wb_finding finding = {.kind = WB_OUT_OF_BOUNDS,
                               .access = WB_ACCESS_READ,
                               .has_item = true,
                               .has_index = true,
                               .index = 4,
                               .count = 4,
                               .n_first = 1,
                               .first = {{{4, 0, 0}, {1, 0, 0}}},
                               .array = "a",
                               .message = "reads a[4], past its end (4 elements)."};
  check_text(&finding,
             "reads a[4], past its end (4 elements): work-item (4,0,0) of group (1,0,0) and 3 "
             "more");
  finding.message[0] = '\0';
  finding.count = 1;
  check_text(&finding, "reads a[4], outside the array: work-item (4,0,0) of group (1,0,0)");
  finding = race();
  finding.count = 1;
  check_text(&finding,
             "writes tile[-2] while another work-item does, and nothing orders the two: work-item "
             "(1,0,0) of group (0,0,0); work-item (3,0,0) of group (1,0,0) reads it at line 9");
  for (int kind = 0; kind < WB_FINDING_KIND_COUNT; kind++) {
    struct wb_finding bare = {.kind = (enum wb_finding_kind)kind, .count = 1};
    struct wb_str text;
    wb_str_init(&text);
    wb_finding_describe(&bare, &text);
    CHECK(text.length > 10);
    wb_str_release(&text);
  }
}

int main(void) {
  tap_run("counters that were not modelled are left out", what_was_not_modelled_is_left_out);
  tap_run("a result comes out of JSON as it went in, and clean", what_goes_in_comes_out);
  tap_run("the members are those that the manual names", members_are_those_of_the_manual);
  tap_run("any member may be of any type without harm", any_member_may_be_anything);
  tap_run("a result brings the bytes that were judged", a_result_brings_the_bytes_that_were_judged);
  tap_run("broken event lines are refused without harm", broken_lines_are_refused);
  tap_run("findings read as sentences", findings_read_as_sentences);
  return tap_finish();
}
