/* A fixed timeline as text, SVG and trace, compared with tests/unit/report/golden/timeline*
 * and docs/timeline.svg; GENERATE=1 writes those files anew. */
#include "report/timeline.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "tap.h"
#include "text/columns.h"

static void check_file(const char *path, const char *got) {
  struct wb_str expected;
  wb_str_init(&expected);
  if (getenv("GENERATE") != NULL)
    CHECK_INT(wb_file_write_atomic(path, got, strlen(got), NULL), WB_OK);
  CHECK_INT(wb_file_read(path, 1 << 20, &expected, NULL), WB_OK);
  CHECK_STRING(got, expected.data);
  wb_str_release(&expected);
}

static void check_golden(const char *name, const char *got) {
  char *folder = wb_path_dirname(__FILE__);
  char *path = wb_format("%s/golden/timeline%s", folder, name);
  check_file(path, got);
  free(path);
  free(folder);
}

struct event {
  enum wb_timeline_kind kind;
  uint32_t lane, line;
  uint64_t enqueued, started, ended, bytes, after; /* ended 0: it did not end */
  const char *name;
  enum wb_timeline_state state;
};

/* Two queues of one context, and another context: copies and launches overlap, a launch waits for
 * two events, a command fails, and one was never run. The kernel takes 90 ms to be compiled. */
static const struct event events[] = {
    {WB_TIMELINE_COMPILE, 0, 4, 1000000, 1000000, 91000000, 0, 0, "scale.cl", WB_TIMELINE_DONE},
    {WB_TIMELINE_COPY_TO_DEVICE, 1, 9, 91100000, 91200000, 91900000, 4194304, 0, "",
     WB_TIMELINE_DONE},
    {WB_TIMELINE_COPY_TO_DEVICE, 2, 10, 91150000, 91250000, 92000000, 4194304, 0, "",
     WB_TIMELINE_DONE},
    {WB_TIMELINE_MARKER, 2, 11, 91160000, 92000000, 92000000, 0, 0, "", WB_TIMELINE_DONE},
    {WB_TIMELINE_KERNEL, 1, 13, 91200000, 92050000, 93500000, 0, 4, "scale", WB_TIMELINE_DONE},
    {WB_TIMELINE_FILL, 2, 14, 91210000, 92050000, 92250000, 1024, 0, "", WB_TIMELINE_DONE},
    {WB_TIMELINE_COPY_BETWEEN, 3, 15, 91220000, 93520000, 93700000, 4194304, 5, "",
     WB_TIMELINE_DONE},
    {WB_TIMELINE_KERNEL, 3, 16, 91230000, 93700000, 94000000, 0, 0, "scale", WB_TIMELINE_FAILED},
    {WB_TIMELINE_SYNCHRONIZE, 0, 18, 91300000, 91300000, 94050000, 0, 0, "", WB_TIMELINE_DONE},
    {WB_TIMELINE_COPY_TO_HOST, 1, 20, 94100000, 0, 0, 4194304, 0, "", WB_TIMELINE_PENDING},
};

static void fill(struct wb_timeline *timeline) {
  char file[] = "lua/two_queues.lua";
  wb_timeline_init(timeline);
  wb_timeline_lane(timeline, 1, 0, "checking emulator", "emulator");
  wb_timeline_lane(timeline, 1, 1, "checking emulator", "emulator");
  wb_timeline_lane(timeline, 2, 0, "pthread-Xeon <2> & \"more\"", "opencl");
  for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
    const struct event *event = &events[i];
    char *name = wb_strdup(event->name != NULL ? event->name : "");
    const bool launch = event->kind == WB_TIMELINE_KERNEL;
    uint64_t after = event->after;
    wb_timeline_add(timeline, &(struct wb_timeline_entry){
                                  .kind = event->kind,
                                  .state = event->state,
                                  .lane = event->lane,
                                  .name = name,
                                  .file = file,
                                  .line = event->line,
                                  .enqueued = event->enqueued,
                                  .has_started = event->ended > 0,
                                  .has_ended = event->ended > 0,
                                  .started = event->started,
                                  .ended = event->ended,
                                  .bytes = event->bytes,
                                  .dimensions = launch,
                                  .global = {1048576, 1, 1},
                                  .local = {256, 1, 1},
                                  .after = &after,
                                  .n_after = after > 0,
                              });
    free(name);
  }
  wb_timeline_entry(timeline, 8)->findings = 2;
}

/* One entry is of a file that the program requires. */
static void several_files_are_named(void) {
  struct wb_timeline timeline;
  struct wb_document document = {0};
  struct wb_str out;
  const struct wb_report_style style = {.unicode = true, .width = 80};
  char *other = wb_strdup("lua/steps.lua");
  wb_str_init(&out);
  fill(&timeline);
  free(timeline.entries[2].file);
  timeline.entries[2].file = other;
  wb_report_timeline(&timeline, "two_queues.lua", &style, 0, &document);
  wb_styled_to_ansi(&document, &style, &out);
  CHECK(strstr(out.data, "  steps.lua:10       ") != NULL);
  CHECK(strstr(out.data, "  two_queues.lua:18  ") != NULL);
  wb_document_release(&document);
  wb_timeline_release(&timeline);
  wb_str_release(&out);
}

static void render(const struct wb_report_style *style, size_t most, struct wb_str *out) {
  struct wb_timeline timeline;
  struct wb_document document = {0};
  fill(&timeline);
  wb_report_timeline(&timeline, "two_queues.lua", style, most, &document);
  wb_styled_to_ansi(&document, style, out);
  wb_document_release(&document);
  wb_timeline_release(&timeline);
}

static void check_text(const char *name, const struct wb_report_style *style) {
  struct wb_str out;
  wb_str_init(&out);
  render(style, 0, &out);
  check_golden(name, out.data);
  wb_str_release(&out);
}

static void text_has_a_chart_and_a_table(void) {
  check_text(".txt", &(struct wb_report_style){.unicode = true, .width = 100});
  check_text("-narrow.txt", &(struct wb_report_style){.unicode = true, .width = 50});
  check_text("-color.txt", &(struct wb_report_style){.unicode = true, .color = true, .width = 80});
}

static void ascii_is_ascii(void) {
  struct wb_str out;
  wb_str_init(&out);
  render(&(struct wb_report_style){.width = 80}, 0, &out);
  check_golden("-ascii.txt", out.data);
  for (size_t i = 0; i < out.length; i++)
    if (!CHECK((unsigned char)out.data[i] < 0x80)) break;
  wb_str_release(&out);
}

/* The chart, that is; entries of the table are not cut. */
static void the_chart_fits_its_width(void) {
  for (unsigned width = 42; width <= 120; width += 13) {
    struct wb_str out;
    size_t line = 0;
    wb_str_init(&out);
    render(&(struct wb_report_style){.unicode = true, .width = width}, 0, &out);
    char *rest = NULL;
    for (char *at = strtok_r(out.data, "\n", &rest); at != NULL && strstr(at, "└") == NULL;
         at = strtok_r(NULL, "\n", &rest), line++)
      if (line > 2) CHECK(wb_text_width(at) <= width);
    CHECK_INT(line, 7);
    wb_str_release(&out);
  }
}

static void what_is_not_shown_is_counted(void) {
  struct wb_str out;
  wb_str_init(&out);
  render(&(struct wb_report_style){.unicode = true, .width = 80}, 3, &out);
  CHECK(strstr(out.data, "… 7 more\n") != NULL);
  wb_str_release(&out);
}

static void the_picture_is_as_it_was(void) {
  struct wb_timeline timeline;
  struct wb_str out;
  wb_str_init(&out);
  fill(&timeline);
  wb_report_timeline_svg(&timeline, "two_queues.lua", &out);
  check_file(WB_TEST_ROOT "/docs/timeline.svg", out.data);
  CHECK(strstr(out.data, "&lt;2&gt; &amp; &quot;more&quot;") != NULL);
  wb_timeline_release(&timeline);
  wb_str_release(&out);
}

static size_t count_phase(const json_t *events_, const char *phase) {
  size_t count = 0, i;
  const json_t *event;
  json_array_foreach((json_t *)events_, i, event) count +=
      strcmp(json_string_value(json_object_get(event, "ph")), phase) == 0;
  return count;
}

static void the_trace_is_json_with_an_event_for_each_entry(void) {
  struct wb_timeline timeline;
  struct wb_str out;
  wb_str_init(&out);
  fill(&timeline);
  wb_report_timeline_chrome(&timeline, "two_queues.lua", &out);
  check_golden(".json", out.data);
  json_t *json = json_loadb(out.data, out.length, 0, NULL);
  const json_t *list = json_object_get(json, "traceEvents");
  if (CHECK(list != NULL)) {
    CHECK_INT(count_phase(list, "X"), 9);
    CHECK_INT(count_phase(list, "i"), 1);
    CHECK_INT(count_phase(list, "s"), 2);
    CHECK_INT(count_phase(list, "f"), 2);
    CHECK_INT(count_phase(list, "M"), 16);
  }
  json_decref(json);
  wb_timeline_release(&timeline);
  wb_str_release(&out);
}

/* The kernel takes 90 of the 94 ms to be compiled, and what follows has most of the page. */
static void the_axis_leaves_room_for_work(void) {
  struct wb_timeline timeline;
  struct wb_time_axis axis;
  fill(&timeline);
  wb_time_axis_make(&axis, &timeline);
  CHECK(wb_time_axis_place(&axis, 91200000) < 0.1);
  CHECK(wb_time_axis_place(&axis, 0) == 0);
  CHECK(wb_time_axis_place(&axis, timeline.ended) == 1);
  for (int i = 1; i < 100; i += 7) {
    const double place = i / 100.0;
    const double back = wb_time_axis_place(&axis, wb_time_axis_time(&axis, place));
    CHECK(back > place - 1e-4 && back < place + 1e-4);
  }
  wb_time_axis_release(&axis);
  wb_timeline_release(&timeline);
}

static void nothing_is_a_timeline_too(void) {
  struct wb_timeline timeline;
  struct wb_document document = {0};
  struct wb_str out;
  const struct wb_report_style style = {.unicode = true, .width = 60};
  wb_str_init(&out);
  wb_timeline_init(&timeline);
  wb_report_timeline(&timeline, "nothing.lua", &style, 0, &document);
  wb_report_timeline_svg(&timeline, "nothing.lua", &out);
  wb_report_timeline_chrome(&timeline, "nothing.lua", &out);
  CHECK(document.n_lines > 3);
  wb_document_release(&document);
  wb_timeline_release(&timeline);
  wb_str_release(&out);
}

static void sums_have_words(void) {
  struct wb_timeline timeline;
  struct wb_document document = {0};
  struct wb_str out;
  const struct wb_report_style style = {.unicode = true, .width = 80};
  wb_str_init(&out);
  fill(&timeline);
  const struct wb_timeline_sums sums = wb_timeline_sums(&timeline);
  wb_report_timeline_sums(&sums, &document);
  wb_styled_to_ansi(&document, &style, &out);
  check_golden("-stats.txt", out.data);
  wb_document_release(&document);
  wb_timeline_release(&timeline);
  wb_str_release(&out);
}

int main(void) {
  tap_run("a timeline as text has a chart and a table", text_has_a_chart_and_a_table);
  tap_run("in ASCII there is nothing else", ascii_is_ascii);
  tap_run("the chart fits its width", the_chart_fits_its_width);
  tap_run("where there are several files, lines have their names", several_files_are_named);
  tap_run("what is not shown is counted", what_is_not_shown_is_counted);
  tap_run("the picture is as it was, with everything escaped", the_picture_is_as_it_was);
  tap_run("the trace has an event for each entry, and arrows",
          the_trace_is_json_with_an_event_for_each_entry);
  tap_run("the axis leaves room for what runs", the_axis_leaves_room_for_work);
  tap_run("a program that did nothing has a timeline, too", nothing_is_a_timeline_too);
  tap_run("sums have words", sums_have_words);
  return tap_finish();
}
