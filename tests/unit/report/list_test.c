#include "report/list.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

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
  list.root = "/home/ada";
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

int main(void) {
  tap_run("runs are reported in each format", runs_in_each_format);
  tap_run("runs are counted in JSON", runs_as_json_are_counted);
  tap_run("a list of nothing is valid in every format", a_list_of_nothing_is_valid_in_every_format);
  return tap_finish();
}
