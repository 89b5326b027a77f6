#include "session/record.h"

#include <string.h>

#include "base/str.h"
#include "tap.h"

static struct wb_result result_with(char *source, size_t length, struct wb_case_result *cases) {
  return (struct wb_result){.verdict = WB_VERDICT_ACCEPTED,
                            .score = 1,
                            .device = (char *)"a device",
                            .elapsed_ms = 5,
                            .cases = cases,
                            .n_cases = 2,
                            .source = source,
                            .source_length = length};
}

static const struct wb_course any = {.key = (char *)"/c"};

static void a_record_is_a_copy_of_all_that_is_kept(void) {
  char key[] = "name", slug[] = "01-map", source[] = "a\0b";
  struct wb_case_result cases[2] = {{.counters = {.items = 4}}, {.counters = {.items = 8}}};
  const struct wb_run_options options = {.course = "/c", .puzzle = slug};
  const struct wb_course course = {.key = key};
  const struct wb_result result = result_with(source, 3, cases);
  struct wb_record record;
  wb_record_init(&record, &course, &options, &result, true);
  memset(key, 'x', 2);
  memset(slug, 'x', 2);
  memset(source, 'x', 3);
  cases[1].counters.items = 0;
  CHECK_STRING(record.judged.course, "name");
  CHECK_STRING(record.judged.slug, "01-map");
  CHECK(record.judged.source_length == 3 && memcmp(record.judged.source, "a\0b", 4) == 0);
  CHECK(record.judged.n_cases == 2 && record.judged.cases[1].items == 8);
  CHECK(record.judged.counts && record.judged.score == 1);
  CHECK_STRING(record.judged.device, "a device");
  wb_record_release(&record);
}

static void nothing_counted_and_nothing_read_are_kept_as_nothing(void) {
  struct wb_case_result cases[2] = {{0}, {0}};
  const struct wb_run_options options = {.course = "/c", .puzzle = "01-map"};
  const struct wb_result result = result_with(NULL, 0, cases);
  struct wb_record record;
  wb_record_init(&record, &any, &options, &result, false);
  CHECK(record.judged.source == NULL && record.judged.n_cases == 0 && !record.judged.counts);
  wb_record_release(&record);
}

static void check_note(struct wb_run_options options, const char *note, bool counts) {
  struct wb_case_result cases[2] = {{0}, {0}};
  const struct wb_result result = result_with(NULL, 0, cases);
  struct wb_record record;
  options.course = "/c";
  options.puzzle = "01-map";
  wb_record_init(&record, &any, &options, &result, false);
  CHECK_STRING(record.judged.note, note);
  CHECK_INT(wb_record_counts(&options), counts);
  wb_record_release(&record);
}

static void what_is_special_about_a_run_is_noted(void) {
  check_note((struct wb_run_options){0}, "", true);
  check_note((struct wb_run_options){.only_case = 2}, "case 2", false);
  check_note((struct wb_run_options){.has_seed = true, .seed = 7}, "seed 7", false);
  check_note((struct wb_run_options){.schedule = {WB_SCHEDULE_REVERSE, 0}}, "reverse order", true);
  check_note((struct wb_run_options){.only_case = 1, .schedule = {WB_SCHEDULE_SHUFFLE, 3}},
             "case 1, shuffled order", false);
}

/* Where there is an emulator, it decides. */
static void another_device_is_noted(void) {
  const bool decides = wb_record_counts(&(struct wb_run_options){.device = "opencl"});
  check_note((struct wb_run_options){.device = "opencl"}, decides ? "" : "on a device", decides);
}

int main(void) {
  tap_run("a record is a copy of all that is kept", a_record_is_a_copy_of_all_that_is_kept);
  tap_run("nothing counted and nothing read are kept as nothing",
          nothing_counted_and_nothing_read_are_kept_as_nothing);
  tap_run("what is special about a run is noted", what_is_special_about_a_run_is_noted);
  tap_run("another device is noted", another_device_is_noted);
  return tap_finish();
}
