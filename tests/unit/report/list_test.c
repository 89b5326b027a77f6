#include "report/list.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "fixture.h"
#include "tap.h"

static const struct wb_report_style plain = {.unicode = true, .width = 80};

/* As in report_test.c. */
static void check_golden(const char *name, const char *got) {
  struct wb_str expected;
  char *folder = wb_path_dirname(__FILE__), *path = wb_format("%s/golden/%s", folder, name);
  wb_str_init(&expected);
  if (getenv("GENERATE") != NULL)
    CHECK_INT(wb_file_write_atomic(path, got, strlen(got), NULL), WB_OK);
  CHECK_INT(wb_file_read(path, 1 << 20, &expected, NULL), WB_OK);
  CHECK_STRING(got, expected.data);
  wb_str_release(&expected);
  free(folder);
  free(path);
}

/* ---- check-all's ------------------------------------------------------------- */

static void add_result(struct wb_list *list, const char *name, const struct wb_result *result) {
  struct wb_list_item item = {.name = name, .result = result};
  struct wb_str words;
  wb_str_init(&words);
  wb_list_item_of_result(&item, &words);
  wb_list_add(list, &item);
  wb_str_release(&words);
}

/* Four runs and a puzzle that was skipped. */
static void write_all(const char *format, struct wb_str *out) {
  void (*const fixtures[])(struct fixture *) = {fixture_accepted, fixture_wrong_answer,
                                                fixture_runtime_error, fixture_compile_error};
  static const char *const names[] = {"01-map", "02-zip", "03 # odd \\ name", "04-map2d"};
  const struct wb_list_suite suite = {.name = "course"};
  struct wb_list list;
  wb_list_begin(&list, &wb_list_of_puzzles, wb_list_format_find(&wb_list_of_puzzles, format),
                &plain, 5, out);
  wb_list_suite_begin(&list, &suite);
  for (size_t i = 0; i < 4; i++) {
    struct fixture f;
    fixtures[i](&f);
    add_result(&list, names[i], &f.result);
  }
  wb_list_add(&list, &(struct wb_list_item){
                         .outcome = WB_LIST_SKIPPED, .name = "05-shared", .message = "not begun"});
  wb_list_end(&list, NULL);
  CHECK_INT(wb_list_not_passed(list.counts), 3);
  CHECK_INT(list.counts[WB_LIST_SKIPPED], 1);
  wb_list_release(&list);
}

static void runs_in_each_format(void) {
  static const char *const words[] = {"text", "tap", "junit"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    struct wb_str out;
    char *name = wb_format("list-%s.txt", words[i]);
    wb_str_init(&out);
    write_all(words[i], &out);
    check_golden(name, out.data);
    wb_str_release(&out);
    free(name);
  }
}

static void runs_as_json_are_counted(void) {
  struct wb_str out;
  json_error_t error;
  wb_str_init(&out);
  write_all("json", &out);
  json_t *object = json_loads(out.data, 0, &error);
  CHECK_INT(json_array_size(json_object_get(object, "results")), 5);
  CHECK_INT(json_integer_value(json_object_get(object, "failed")), 3);
  CHECK_INT(json_integer_value(json_object_get(object, "passed")), 1);
  json_decref(object);
  wb_str_release(&out);
}

static void a_list_of_nothing_is_valid_in_every_format(void) {
  static const char *const names[] = {
#define WB_FORMAT(name) #name,
#include "commands/formats.inc"
  };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    struct wb_list list;
    struct wb_str out;
    const struct wb_list_format *format = wb_list_format_find(&wb_list_of_puzzles, names[i]);
    CHECK_STRING(format->name, names[i]);
    wb_str_init(&out);
    wb_list_begin(&list, &wb_list_of_puzzles, format, &plain, 0, &out);
    wb_list_end(&list, NULL);
    wb_list_release(&list);
    CHECK(out.length > 0);
    wb_str_release(&out);
  }
  CHECK(wb_list_format_find(&wb_list_of_puzzles, "xml") == NULL);
  CHECK(wb_list_format_find(&wb_list_of_cases, "text") == NULL);
}

/* ---- anybody's names ---------------------------------------------------------- */

static const char *const hostile[] = {
    "#todo",
    " # todo later",
    "\\# skip",
    "two\nlines\r\nnot ok 9 - forged",
    "]]><x/>&<\"'>",
    "\033[31mred\001",
    "\u202edetrevni",
    "\xff\xfe bytes",
    "a\tb",
    "--- ...",
    "[link](https://example.org) [x](1)",
};
enum { HOSTILE = sizeof hostile / sizeof hostile[0] };

/* As failures in names, places and texts; the last is there twice. */
static void write_hostile(const char *format, struct wb_str *out) {
  const struct wb_list_suite suite = {.name = hostile[4]};
  struct wb_list list;
  wb_list_begin(&list, &wb_list_of_cases, wb_list_format_find(&wb_list_of_cases, format), &plain,
                WB_LIST_OPEN, out);
  wb_list_suite_begin(&list, &suite);
  for (size_t i = 0; i <= HOSTILE; i++) {
    const char *text = hostile[i < HOSTILE ? i : HOSTILE - 1];
    wb_list_add(&list, &(struct wb_list_item){.outcome = WB_LIST_FAILED,
                                              .name = text,
                                              .rule = "wrong-answer",
                                              .file = text,
                                              .line = 1,
                                              .message = text,
                                              .remedy = text,
                                              .detail = text});
  }
  wb_list_remark(&list, hostile[3]);
  wb_list_remark(&list, hostile[3]);
  wb_list_end(&list, NULL);
  wb_list_release(&list);
}

static size_t count_of(const char *text, const char *part) {
  size_t count = 0;
  for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) count++;
  return count;
}

static bool has_controls(const char *text) {
  for (; *text != '\0'; text++)
    if (((unsigned char)*text < 0x20 && *text != '\n') || *text == 0x7F) return true;
  return false;
}

static void names_forge_no_test_in_tap(void) {
  struct wb_str out;
  wb_str_init(&out);
  write_hostile("tap", &out);
  CHECK(!has_controls(out.data));
  CHECK_INT(count_of(out.data, "\nnot ok "), HOSTILE + 1);
  CHECK(strstr(out.data, "not ok 1 - \\#todo\n") != NULL);
  CHECK(strstr(out.data, "not ok 2 -  \\# todo later\n") != NULL);
  CHECK(strstr(out.data, "not ok 3 - \\\\\\# skip\n") != NULL);
  CHECK(strstr(out.data, "\nnot ok 9 - forged") == NULL);
  CHECK(strstr(out.data, "\n1..12\n") != NULL);
  CHECK_INT(count_of(out.data, "\n# "), 1);
  CHECK(strstr(out.data, "\u202e") == NULL);
  wb_str_release(&out);
}

static void names_break_out_of_no_element_in_junit(void) {
  struct wb_str out;
  wb_str_init(&out);
  write_hostile("junit", &out);
  CHECK(!has_controls(out.data));
  CHECK_INT(count_of(out.data, "<testcase "), HOSTILE + 1);
  CHECK_INT(count_of(out.data, "</testcase>"), HOSTILE + 1);
  CHECK(strstr(out.data, "<x/>") == NULL);
  CHECK(strstr(out.data, "]]&gt;&lt;x/&gt;&amp;&lt;&quot;'&gt;") != NULL);
  CHECK(strstr(out.data, "name=\"[31mred\"") != NULL);
  CHECK(strstr(out.data, "example.org) [x](1) (2)\" classname") != NULL);
  CHECK(strstr(out.data, "tests=\"12\" failures=\"12\" errors=\"0\" skipped=\"0\"") != NULL);
  CHECK_INT(count_of(out.data, "<system-out>"), 1);
  wb_str_release(&out);
}

static void names_are_unique_in_a_suite_of_junit(void) {
  static const char *const names[] = {"a", "a (2)", "a", "a"};
  const struct wb_list_suite suite = {.name = "s"};
  struct wb_list list;
  struct wb_str out;
  wb_str_init(&out);
  wb_list_begin(&list, &wb_list_of_cases, wb_list_format_find(&wb_list_of_cases, "junit"), &plain,
                WB_LIST_OPEN, &out);
  for (size_t i = 0; i < 8; i++) {
    if (i % 4 == 0) wb_list_suite_begin(&list, &suite);
    wb_list_add(&list, &(struct wb_list_item){.name = names[i % 4]});
    if (i % 4 == 3) wb_list_suite_end(&list);
  }
  wb_list_end(&list, NULL);
  wb_list_release(&list);
  CHECK_INT(count_of(out.data, "\"a\""), 2);
  CHECK_INT(count_of(out.data, "\"a (2)\""), 2);
  CHECK_INT(count_of(out.data, "\"a (3)\""), 2);
  CHECK_INT(count_of(out.data, "\"a (4)\""), 2);
  wb_str_release(&out);
}

/* ---- SARIF ------------------------------------------------------------------- */

static json_t *parse(const struct wb_str *out) {
  json_error_t error;
  json_t *object = json_loads(out->data, 0, &error);
  if (object == NULL) printf("# %s in line %d\n", error.text, error.line);
  return object;
}

static const char *text_at(json_t *object, const char *member) {
  const char *text = json_string_value(json_object_get(object, member));
  return text != NULL ? text : "(none)";
}

static const char *message_at(json_t *object) {
  return text_at(json_object_get(object, "message"), "text");
}

static json_t *first_run(json_t *sarif) {
  return json_array_get(json_object_get(sarif, "runs"), 0);
}

static json_t *results_of(json_t *sarif) { return json_object_get(first_run(sarif), "results"); }

static json_t *invocation_of(json_t *sarif) {
  return json_array_get(json_object_get(first_run(sarif), "invocations"), 0);
}

static json_t *notices_of(json_t *sarif) {
  return json_object_get(invocation_of(sarif), "toolExecutionNotifications");
}

static json_t *physical_of(json_t *result) {
  return json_object_get(json_array_get(json_object_get(result, "locations"), 0),
                         "physicalLocation");
}

static const char *uri_of(json_t *physical) {
  return text_at(json_object_get(physical, "artifactLocation"), "uri");
}

static long number_of(json_t *physical, const char *member) {
  return (long)json_integer_value(json_object_get(json_object_get(physical, "region"), member));
}

static json_t *sarif_of_result(const struct wb_result *result, const char *file) {
  const struct wb_list_suite suite = {.name = "01-map"};
  struct wb_list list;
  struct wb_str out;
  wb_str_init(&out);
  wb_list_begin(&list, &wb_list_of_cases, wb_list_format_find(&wb_list_of_cases, "sarif"), &plain,
                WB_LIST_OPEN, &out);
  wb_list_suite_begin(&list, &suite);
  wb_list_add_result(&list,
                     &(struct wb_list_item){.name = "01-map", .file = file, .result = result});
  wb_list_end(&list, NULL);
  CHECK_INT(wb_list_count(list.counts), result->n_cases > 0 ? result->n_cases : 1);
  wb_list_release(&list);
  json_t *sarif = parse(&out);
  wb_str_release(&out);
  return sarif;
}

static void a_race_has_both_ends_in_sarif(void) {
  struct fixture f;
  fixture_runtime_error(&f);
  f.result.source = (char *)fixture_source;
  json_t *sarif = sarif_of_result(&f.result, NULL), *race = json_array_get(results_of(sarif), 1);
  json_t *ends = json_object_get(race, "relatedLocations");
  CHECK_INT(json_array_size(results_of(sarif)), 2);
  CHECK_STRING(text_at(race, "ruleId"), "data-race");
  CHECK_STRING(text_at(race, "level"), "error");
  CHECK_STRING(uri_of(physical_of(race)), "01-map.cl");
  CHECK_INT(number_of(physical_of(race), "startLine"), 4);
  CHECK_INT(number_of(physical_of(race), "startColumn"), 11);
  CHECK_INT(json_array_size(ends), 2);
  for (size_t i = 0; i < 2; i++) {
    json_t *end = json_array_get(ends, i);
    CHECK_INT(json_integer_value(json_object_get(end, "id")), i + 1);
    CHECK_INT(number_of(json_object_get(end, "physicalLocation"), "startLine"), 4 + i);
    CHECK(strstr(message_at(end), i == 0 ? "write by" : "read by") != NULL);
  }
  CHECK(strstr(message_at(race), "; [write by work-item (1,0,0)") != NULL);
  CHECK(strstr(message_at(race), "](1), [read by work-item (0,0,0)") != NULL);
  json_decref(sarif);
}

static void columns_of_sarif_count_characters(void) {
  struct fixture f;
  fixture_runtime_error(&f);
  f.result.source = "// 1\n//2\n\n/* \u03bc\u03bc */ a\n";
  f.findings[0].column = 12; /* behind two characters of two bytes */
  f.findings[1].line = 9;    /* not in the file */
  json_t *sarif = sarif_of_result(&f.result, NULL);
  CHECK_STRING(text_at(first_run(sarif), "columnKind"), "unicodeCodePoints");
  CHECK_INT(number_of(physical_of(json_array_get(results_of(sarif), 0)), "startColumn"), 10);
  CHECK_INT(number_of(physical_of(json_array_get(results_of(sarif), 1)), "startColumn"), 0);
  json_decref(sarif);
}

static char *fingerprint_with(const char *source, uint32_t line) {
  struct fixture f;
  fixture_runtime_error(&f);
  f.result.source = (char *)source;
  f.findings[0].line = line;
  json_t *sarif = sarif_of_result(&f.result, NULL);
  json_t *prints = json_object_get(json_array_get(results_of(sarif), 0), "partialFingerprints");
  char *print = wb_strdup(text_at(prints, "workbenchLine/v1"));
  json_decref(sarif);
  return print;
}

static void a_fingerprint_stays_when_lines_move(void) {
  char *before = fingerprint_with("a = b;\n", 1), *moved = fingerprint_with("\n\n  a = b;\n", 3);
  char *other = fingerprint_with("a = c;\n", 1);
  CHECK_INT(strlen(before), 32);
  CHECK_STRING(moved, before);
  CHECK(strcmp(other, before) != 0);
  free(before);
  free(moved);
  free(other);
}

static void what_has_no_place_is_a_notification(void) {
  struct fixture f;
  fixture_accepted(&f);
  f.result.verdict = WB_VERDICT_JUDGE_ERROR;
  f.result.n_cases = 0;
  f.result.detail = "no device";
  json_t *sarif = sarif_of_result(&f.result, NULL);
  json_t *notice = json_array_get(notices_of(sarif), 0);
  CHECK_INT(json_array_size(results_of(sarif)), 0);
  CHECK(json_is_false(json_object_get(invocation_of(sarif), "executionSuccessful")));
  CHECK_STRING(text_at(notice, "level"), "error");
  CHECK_STRING(message_at(notice), "01-map: no device");
  json_decref(sarif);
  fixture_wrong_answer(&f);
  f.result.file = "";
  sarif = sarif_of_result(&f.result, NULL);
  CHECK_INT(json_array_size(results_of(sarif)), 0);
  CHECK(json_is_true(json_object_get(invocation_of(sarif), "executionSuccessful")));
  CHECK_STRING(text_at(json_array_get(notices_of(sarif), 0), "level"), "warning");
  json_decref(sarif);
}

static void notifications_are_bounded(void) {
  struct wb_list list;
  struct wb_str out;
  const struct wb_list_suite suite = {.name = "course"};
  wb_str_init(&out);
  wb_list_begin(&list, &wb_list_of_puzzles, wb_list_format_find(&wb_list_of_puzzles, "sarif"),
                &plain, 1000, &out);
  wb_list_suite_begin(&list, &suite);
  for (size_t i = 0; i < 1000; i++)
    wb_list_add(&list, &(struct wb_list_item){
                           .outcome = WB_LIST_FAILED, .name = "01-map", .message = "not started"});
  wb_list_end(&list, NULL);
  wb_list_release(&list);
  json_t *sarif = parse(&out);
  CHECK_INT(json_array_size(notices_of(sarif)), 101);
  CHECK_STRING(message_at(json_array_get(notices_of(sarif), 100)), "900 more have no place either");
  json_decref(sarif);
  wb_str_release(&out);
}

static void files_of_sarif_are_relative_and_escaped(void) {
  char *here = getcwd(NULL, 0), *there = wb_path_join(here, "work/a b.cl");
  const char *const files[][2] = {
      {there, "work/a%20b.cl"},
      {"/elsewhere/c.cl", "c.cl"},
      {"sub/\u00e9#%.cl", "sub/%C3%A9%23%25.cl"},
      {"../../etc/passwd", "passwd"},
      {"a/../b.cl", "b.cl"},
      {"a..b/..c", "a..b/..c"},
      {"c:\\x.cl", "c%3A%5Cx.cl"},
      {"//host/x", "x"},
  };
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    struct fixture f;
    fixture_wrong_answer(&f);
    json_t *sarif = sarif_of_result(&f.result, files[i][0]);
    json_t *physical = physical_of(json_array_get(results_of(sarif), 0));
    CHECK_STRING(uri_of(physical), files[i][1]);
    CHECK_INT(number_of(physical, "startLine"), 1);
    json_decref(sarif);
  }
  free(there);
  free(here);
}

/* As check has them: relative to the course. */
static void files_in_a_folder_are_named_from_here_or_there(void) {
  char *here = getcwd(NULL, 0), *course = wb_path_join(here, "course");
  const char *const roots[][2] = {
      {course, "course/kernels/a.cl"}, {"/elsewhere", "kernels/a.cl"}, {here, "kernels/a.cl"}};
  for (size_t i = 0; i < 3; i++) {
    const struct wb_list_suite suite = {.name = "01-map"};
    struct wb_list list;
    struct wb_str out;
    wb_str_init(&out);
    wb_list_begin(&list, &wb_list_of_cases, wb_list_format_find(&wb_list_of_cases, "sarif"), &plain,
                  WB_LIST_OPEN, &out);
    list.root = roots[i][0];
    wb_list_suite_begin(&list, &suite);
    wb_list_add(&list, &(struct wb_list_item){
                           .outcome = WB_LIST_SUGGESTION, .name = "check", .file = "kernels/a.cl"});
    wb_list_end(&list, NULL);
    wb_list_release(&list);
    json_t *sarif = parse(&out), *result = json_array_get(results_of(sarif), 0);
    CHECK_STRING(uri_of(physical_of(result)), roots[i][1]);
    CHECK_STRING(text_at(result, "level"), "note");
    json_decref(sarif);
    wb_str_release(&out);
  }
  free(course);
  free(here);
}

static void names_link_nowhere_in_sarif(void) {
  struct wb_str out;
  wb_str_init(&out);
  write_hostile("sarif", &out);
  json_t *sarif = parse(&out), *last = json_array_get(results_of(sarif), HOSTILE);
  CHECK_INT(json_array_size(results_of(sarif)), HOSTILE + 1);
  CHECK(!has_controls(out.data));
  CHECK_STRING(message_at(last),
               "[link] (https://example.org) [x] (1). "
               "[link] (https://example.org) [x] (1)");
  json_decref(sarif);
  wb_str_release(&out);
}

static void notes_of_the_compiler_belong_to_its_message(void) {
  struct fixture f;
  fixture_compile_error(&f);
  struct wb_diagnostic all[] = {f.diagnostic, f.diagnostic, f.diagnostic};
  all[1].is_note = true;
  all[1].severity = all[2].severity = WB_SEVERITY_WARNING;
  f.result.diagnostics = all;
  f.result.n_diagnostics = 3;
  json_t *sarif = sarif_of_result(&f.result, NULL), *results = results_of(sarif);
  json_t *error = json_array_get(results, 0), *warning = json_array_get(results, 1);
  CHECK_INT(json_array_size(results), 2);
  CHECK_STRING(text_at(error, "ruleId"), "compile-error");
  CHECK_INT(json_array_size(json_object_get(error, "relatedLocations")), 1);
  CHECK_STRING(text_at(warning, "ruleId"), "compiler-warning");
  CHECK_STRING(text_at(warning, "level"), "warning");
  CHECK(json_object_get(warning, "relatedLocations") == NULL);
  json_decref(sarif);
}

/* ---- cases ------------------------------------------------------------------- */

static void write_cases(const struct wb_result *result, const char *format, struct wb_str *out) {
  const struct wb_list_suite suite = {.name = "p0042"};
  struct wb_list list;
  wb_list_begin(&list, &wb_list_of_cases, wb_list_format_find(&wb_list_of_cases, format), &plain,
                WB_LIST_OPEN, out);
  wb_list_suite_begin(&list, &suite);
  wb_list_add_result(&list, &(struct wb_list_item){.name = "01-map",
                                                   .class_name = "p0042.01-map",
                                                   .file = "p0042/map.cl",
                                                   .result = result});
  wb_list_end(&list, NULL);
  wb_list_release(&list);
}

static void each_case_of_a_run_is_a_test(void) {
  struct fixture f;
  struct wb_str out;
  wb_str_init(&out);
  fixture_runtime_error(&f);
  write_cases(&f.result, "tap", &out);
  CHECK(strstr(out.data, "not ok 1 - 01-map four elements\n") != NULL);
  CHECK(strstr(out.data, "  line: 4\n  message: \"out-of-bounds at p0042/map.cl:4:13\"\n") != NULL);
  CHECK(strstr(out.data, "\nok 3 - 01-map secret\n1..3\n") != NULL);
  wb_str_clear(&out);
  write_cases(&f.result, "junit", &out);
  CHECK(strstr(out.data, "name=\"four elements\" classname=\"p0042.01-map\"") != NULL);
  CHECK(strstr(out.data, "&#10;reads a[4], past its end (4 elements)") != NULL);
  wb_str_release(&out);
}

static void a_run_without_cases_is_a_test_too(void) {
  struct fixture f;
  struct wb_str out;
  wb_str_init(&out);
  fixture_compile_error(&f);
  write_cases(&f.result, "tap", &out);
  CHECK(strstr(out.data, "not ok 1 - 01-map all cases\n") != NULL);
  CHECK(strstr(out.data, "/home/ada") == NULL);
  CHECK(strstr(out.data, "p0042/map.cl:3:11: use of undeclared") != NULL);
  wb_str_clear(&out);
  f.result.verdict = WB_VERDICT_JUDGE_ERROR;
  f.result.detail = "no device";
  write_cases(&f.result, "junit", &out);
  CHECK(strstr(out.data, "failures=\"0\" errors=\"1\"") != NULL);
  CHECK(strstr(out.data, "<error message=\"no device\" type=\"judge-error\">") != NULL);
  wb_str_release(&out);
}

static void no_run_passes_that_was_not_accepted(void) {
  struct fixture f;
  struct wb_str out;
  wb_str_init(&out);
  fixture_accepted(&f);
  f.result.verdict = WB_VERDICT_SECURITY_VIOLATION;
  f.result.detail = "a link";
  write_cases(&f.result, "tap", &out);
  CHECK(strstr(out.data, "\nnot ok 4 - 01-map all cases\n") != NULL);
  wb_str_release(&out);
}

static void trouble_is_told_in_each_format(void) {
  static const char *const told[][2] = {{"tap", "\nBail out! here: no disk\n"},
                                        {"json", "\"detail\": \"here: no disk\""},
                                        {"junit", "<error message=\"here: no disk\""},
                                        {"sarif", "\"executionSuccessful\":false"}};
  for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
    const struct wb_list_suite suite = {.name = "course"};
    struct wb_error err;
    struct wb_list list;
    struct wb_str out;
    wb_fail_at(&err, WB_ERR_IO, "here", "no disk");
    wb_str_init(&out);
    wb_list_begin(&list, &wb_list_of_puzzles, wb_list_format_find(&wb_list_of_puzzles, told[i][0]),
                  &plain, 7, &out);
    wb_list_suite_begin(&list, &suite);
    wb_list_add(&list, &(struct wb_list_item){.outcome = WB_LIST_FAILED, .name = "bare"});
    wb_list_end(&list, &err);
    wb_list_release(&list);
    CHECK(strstr(out.data, told[i][1]) != NULL);
    wb_str_release(&out);
  }
}

/* What is written out between calls is not kept: of many suites no more than of one. */
static void a_long_list_is_written_as_it_comes(void) {
  static const char *const names[] = {"tap", "junit", "sarif"};
  for (size_t i = 0; i < 3; i++) {
    const struct wb_list_suite suite = {.name = "suite"};
    struct wb_list list;
    struct wb_str out;
    struct fixture f;
    size_t most = 0;
    fixture_runtime_error(&f);
    wb_str_init(&out);
    wb_list_begin(&list, &wb_list_of_cases, wb_list_format_find(&wb_list_of_cases, names[i]),
                  &plain, WB_LIST_OPEN, &out);
    for (size_t k = 0; k < 2000; k++) {
      wb_str_clear(&out);
      wb_list_suite_begin(&list, &suite);
      wb_list_add_result(&list, &(struct wb_list_item){.name = "01-map", .result = &f.result});
      wb_list_suite_end(&list);
      most = out.length > most ? out.length : most;
    }
    wb_str_clear(&out);
    wb_list_end(&list, NULL);
    CHECK(most > 100 && most < 4000);
    CHECK(out.length < 1000);
    CHECK_INT(wb_list_count(list.counts), 6000);
    wb_list_release(&list);
    wb_str_release(&out);
  }
}

int main(void) {
  tap_run("runs are reported in each format", runs_in_each_format);
  tap_run("runs are counted in JSON", runs_as_json_are_counted);
  tap_run("a list of nothing is valid in every format", a_list_of_nothing_is_valid_in_every_format);
  tap_run("names forge no test, and turn no failure into one to do, in TAP",
          names_forge_no_test_in_tap);
  tap_run("names break out of no element in JUnit", names_break_out_of_no_element_in_junit);
  tap_run("no two cases of a suite have one name in JUnit", names_are_unique_in_a_suite_of_junit);
  tap_run("a race has both ends in SARIF", a_race_has_both_ends_in_sarif);
  tap_run("columns of SARIF count characters, not bytes", columns_of_sarif_count_characters);
  tap_run("a fingerprint stays when lines move", a_fingerprint_stays_when_lines_move);
  tap_run("what has no place is a notification of SARIF", what_has_no_place_is_a_notification);
  tap_run("notifications are counted beyond a hundred", notifications_are_bounded);
  tap_run("files of SARIF are relative and escaped", files_of_sarif_are_relative_and_escaped);
  tap_run("files in a folder are named from here, or from there",
          files_in_a_folder_are_named_from_here_or_there);
  tap_run("names link nowhere in SARIF", names_link_nowhere_in_sarif);
  tap_run("notes of the compiler belong to its message",
          notes_of_the_compiler_belong_to_its_message);
  tap_run("each case of a run is a test", each_case_of_a_run_is_a_test);
  tap_run("a run without cases is a test, too", a_run_without_cases_is_a_test_too);
  tap_run("a run that was not accepted has a test that fails", no_run_passes_that_was_not_accepted);
  tap_run("trouble is told in each format", trouble_is_told_in_each_format);
  tap_run("a long list is written as it comes", a_long_list_is_written_as_it_comes);
  return tap_finish();
}
