/* JSON from other processes, damaged: a judge's events, a worker's list of devices and the result
 * of a host program. Each is refused with a reason, or taken, and then written and read again as
 * the same.
 *
 *   FUZZ_SECONDS=300 FUZZ_SEED=1 build-asan/tests/unit/result/json_fuzz.t
 *
 * goes on for so long; without it, a second. A failure prints its seed. */
#include "base/file.h"
#include "device/info_json.h"
#include "fuzz/damage.h"
#include "fuzz/lab.h"
#include "fuzz/rounds.h"
#include "result/event_json.h"
#include "result/host_result.h"
#include "tap.h"

static struct wb_names lines;

/* What the tests of the screen are told; each line an event. */
static void collect_lines(void) {
  static const char folder[] = WB_TEST_ROOT "/tests/tui/judge";
  struct wb_names files;
  wb_names_init(&files);
  wb_names_init(&lines);
  wb_directory_list(folder, &files, NULL);
  for (size_t i = 0; i < files.count; i++) {
    struct wb_str text;
    char *path = wb_path_join(folder, files.items[i]), *rest = NULL;
    wb_str_init(&text);
    if (wb_ends_with(path, ".jsonl") && wb_file_read(path, 1 << 22, &text, NULL) == WB_OK)
      for (char *line = strtok_r(text.data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        wb_names_add(&lines, line);
    wb_str_release(&text);
    free(path);
  }
  wb_names_release(&files);
  wb_names_add(
      &lines,
      "{\"event\":\"audit\",\"audit\":{\"puzzle\":\"01-map\",\"cases\":2,\"second_reference\":"
      "true,\"answers\":[{\"answer\":\"zeros\",\"accepted\":false,\"rejected_by\":[1,2]},{"
      "\"answer\":\"ones\",\"accepted\":true,\"rejected_by\":[]}],\"remarks\":[{\"kind\":"
      "\"same-size\",\"number\":2,\"line\":7,\"array\":\"\",\"message\":\"m\",\"suggestion\":\"\"}]"
      "}}");
}

static void replace(struct wb_str *text, size_t at, size_t length, const char *by) {
  struct wb_str made;
  wb_str_init(&made);
  wb_str_add_bytes(&made, text->data, at);
  wb_str_add(&made, by);
  wb_str_add_bytes(&made, text->data + at + length, text->length - at - length);
  wb_str_release(text);
  *text = made;
}

/* Another value where one stands. */
static void change_value(struct chance *chance, struct wb_str *text) {
  static const char *const values[] = {"null",
                                       "true",
                                       "-1",
                                       "0",
                                       "1e999",
                                       "[]",
                                       "{}",
                                       "\"\"",
                                       "[[]]",
                                       "1.5",
                                       "-0",
                                       "\"x\"",
                                       "4294967296",
                                       "18446744073709551615",
                                       "9223372036854775808",
                                       "1e-7",
                                       "\"\\u0000\"",
                                       "\"\\ud800\"",
                                       "\"\\u001b[2J\""};
  size_t at = chance_below(chance, (unsigned)text->length + 1);
  while (at < text->length && text->data[at] != ':') at++;
  if (at == text->length) return;
  size_t length = 0;
  while (at + 1 + length < text->length && strchr(",}]", text->data[at + 1 + length]) == NULL)
    length++;
  replace(text, at + 1, length, values[chance_below(chance, sizeof values / sizeof values[0])]);
}

static void nest(struct chance *chance, struct wb_str *text) {
  struct wb_str deep;
  wb_str_init(&deep);
  for (unsigned i = 1 + chance_below(chance, 5000); i > 0; i--) wb_str_add(&deep, "[");
  replace(text, chance_below(chance, (unsigned)text->length + 1), 0, deep.data);
  wb_str_release(&deep);
}

static void damage_json(struct chance *chance, struct wb_str *text) {
  for (unsigned i = 1 + chance_below(chance, 4); i > 0; i--) {
    if (chance_one_in(chance, 100))
      nest(chance, text);
    else if (chance_one_in(chance, 4))
      damage_once(chance, text);
    else
      change_value(chance, text);
  }
}

/* What was taken is whole: it can be said again, and is heard the same. */
static void say_again(const struct wb_event *event) {
  struct wb_event again = {0};
  struct wb_str first, second;
  struct wb_error err = {0};
  uint32_t patience = 7;
  wb_str_init(&first);
  wb_str_init(&second);
  wb_event_print(event, patience, &first);
  if (CHECK_INT(wb_event_parse(first.data, first.length, &again, &patience, &err), WB_OK)) {
    wb_event_print(&again, patience, &second);
    CHECK_STRING(second.data, first.data);
    wb_event_release(&again);
  } else {
    printf("# %s: %.300s\n", err.message, first.data);
  }
  wb_str_release(&first);
  wb_str_release(&second);
}

static bool hear(struct chance *chance) {
  struct wb_event event = {0};
  struct wb_error err = {0};
  struct wb_str text;
  uint32_t patience = 0;
  wb_str_init(&text);
  wb_str_add(&text, lines.items[chance_below(chance, (unsigned)lines.count)]);
  damage_json(chance, &text);
  const bool taken = wb_event_parse(text.data, text.length, &event, &patience, &err) == WB_OK;
  if (taken) {
    say_again(&event);
    wb_event_release(&event);
  } else {
    CHECK(err.message[0] != '\0');
  }
  wb_str_release(&text);
  return taken;
}

static bool list(struct chance *chance) {
  static const char whole[] =
      "[{\"selector\":\"emulator\",\"name\":\"n\",\"vendor\":\"v\",\"checks\":true,\"fp64\":true,"
      "\"fp16\":false,\"subgroups\":true,\"shuffles\":true,\"gpu\":false,\"global_memory\":"
      "25276502016,\"local_memory\":65536,"
      "\"max_group_size\":1024,\"max_item_size\":[1024,1024,1024]}]";
  struct wb_device_info *infos = NULL;
  struct wb_error err = {0};
  struct wb_str text;
  size_t count = 0;
  wb_str_init(&text);
  wb_str_add(&text, whole);
  damage_json(chance, &text);
  const bool taken = wb_device_infos_parse(text.data, text.length, &infos, &count, &err) == WB_OK;
  for (size_t i = 0; taken && i < count; i++)
    CHECK(memchr(infos[i].selector, '\0', sizeof infos[i].selector) != NULL &&
          memchr(infos[i].name, '\0', sizeof infos[i].name) != NULL);
  if (!taken) CHECK(err.message[0] != '\0');
  free(infos);
  wb_str_release(&text);
  return taken;
}

/* Of a program with two queues, a launch that failed, and what was found in it. */
static void print_host_result(struct wb_str *text) {
  static char name[] = "add.lua", words[] = "a limit", kernel[] = "scale";
  static struct wb_finding finding = {.kind = WB_OUT_OF_BOUNDS,
                                      .has_item = true,
                                      .count = 2,
                                      .n_first = 1,
                                      .host_file = "add.lua",
                                      .host_line = 7,
                                      .other = {.present = true, .line = 3, .file = "b.lua"}};
  struct wb_host_result result = {.script = name,
                                  .verdict = WB_HOST_LIMIT,
                                  .cause = WB_ERR_LIMIT,
                                  .detail = words,
                                  .file = name,
                                  .line = 9,
                                  .findings = &finding,
                                  .n_findings = 1,
                                  .has_timeline = true,
                                  .has_walls = true};
  wb_timeline_init(&result.timeline);
  for (uint32_t queue = 0; queue < 2; queue++) {
    const uint64_t id = wb_timeline_add(
        &result.timeline,
        &(struct wb_timeline_entry){.kind = queue == 0 ? WB_TIMELINE_COPY_BETWEEN : 0,
                                    .lane = wb_timeline_lane(&result.timeline, 1, queue, "d", "a"),
                                    .name = kernel,
                                    .enqueued = 10,
                                    .dimensions = queue,
                                    .global = {8, 1, 1}});
    wb_timeline_wait_for(&result.timeline, id, id - 1);
    if (queue > 0) wb_timeline_ran(&result.timeline, id, 20, 30, WB_TIMELINE_FAILED);
  }
  wb_host_result_print(&result, text);
  wb_timeline_release(&result.timeline);
}

static bool take_host_result(struct chance *chance) {
  struct wb_host_result result, again;
  struct wb_error err = {0};
  struct wb_str text, first, second;
  wb_str_init(&text);
  wb_str_init(&first);
  wb_str_init(&second);
  print_host_result(&text);
  damage_json(chance, &text);
  const bool taken = wb_host_result_read(text.data, text.length, &result, &err) == WB_OK;
  if (taken) {
    wb_host_result_print(&result, &first);
    wb_timeline_sums(&result.timeline);
    wb_host_result_release(&result);
    if (CHECK_INT(wb_host_result_read(first.data, first.length, &again, &err), WB_OK)) {
      wb_host_result_print(&again, &second);
      CHECK_STRING(second.data, first.data);
      wb_host_result_release(&again);
    }
  } else {
    CHECK(err.message[0] != '\0');
  }
  wb_str_release(&second);
  wb_str_release(&first);
  wb_str_release(&text);
  return taken;
}

static void run(bool (*once)(struct chance *chance)) {
  struct fuzz_rounds fuzz = fuzz_begin(1500);
  uint64_t taken = 0;
  while (!tap_state.current_failed && fuzz_next(&fuzz)) {
    struct chance chance;
    chance_begin(&chance, fuzz.seed);
    taken += once(&chance);
    if (tap_state.current_failed) printf("# FUZZ_SEED=%llu\n", (unsigned long long)fuzz.seed);
  }
  printf("# %llu texts, %llu of them taken\n", (unsigned long long)fuzz.done,
         (unsigned long long)taken);
  CHECK(taken > 0);
}

static void events_are_heard_or_refused(void) { run(hear); }
static void lists_are_read_or_refused(void) { run(list); }
static void host_results_are_read_or_refused(void) { run(take_host_result); }

int main(void) {
  collect_lines();
  tap_run("a judge's event is taken whole, or refused", events_are_heard_or_refused);
  tap_run("a worker's list of devices is taken, or refused", lists_are_read_or_refused);
  tap_run("a host program's result is taken whole, or refused", host_results_are_read_or_refused);
  wb_names_release(&lines);
  return tap_finish();
}
