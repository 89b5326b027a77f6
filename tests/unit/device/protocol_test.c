/* Records: what is encoded is decoded, and nothing else is. */
#include "device/protocol.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "device/info_json.h"
#include "tap.h"
#include "tensor/fill.h"

static void make_outcome(struct wb_outcome *outcome) {
  wb_outcome_init(outcome);
  outcome->kind = WB_OUTCOME_TIME_LIMIT;
  snprintf(outcome->detail, sizeof outcome->detail, "too long");
  outcome->n_findings = 2;
  outcome->findings[0] = (struct wb_finding){.kind = WB_DATA_RACE,
                                             .has_index = true,
                                             .index = -7,
                                             .count = 3,
                                             .n_first = 1,
                                             .first = {{{1, 2, 3}, {4, 5, 6}}},
                                             .other = {true, 8, 9, WB_ACCESS_WRITE, {{7}, {8}}},
                                             .array = "tile"};
  outcome->findings[1] = (struct wb_finding){.kind = WB_DEADLOCK, .count = 1};
  outcome->counters.items = 99;
  outcome->text = wb_strdup("a\nb");
  outcome->text_length = 3;
  outcome->n_lines = 1;
  outcome->lines[0] = (struct wb_line_cost){.line = 3,
                                            .column = 9,
                                            .memory = WB_MEMORY_LOCAL,
                                            .access = WB_ACCESS_READ,
                                            .executions = 8,
                                            .cost = 256,
                                            .ideal = 8,
                                            .array = "tile"};
  outcome->trace = (unsigned char *)wb_strdup("\1trace");
  outcome->trace_length = 6;
}

static void add_touched(struct wb_outcome *outcome, uint32_t arg, uint64_t start, uint64_t end) {
  if (outcome->touched == NULL) outcome->touched = wb_alloc(8 * sizeof *outcome->touched);
  outcome->touched[outcome->n_touched++] =
      (struct wb_touched){.start = start, .end = end, .arg = arg, .reads = true, .writes = arg > 0};
}

static bool passes(struct wb_outcome *sent, struct wb_outcome *got) {
  struct wb_str bytes;
  wb_outcome_init(got);
  wb_str_init(&bytes);
  wb_put_outcome(&bytes, sent);
  struct wb_reader in = wb_reader_of(bytes.data, bytes.length);
  wb_get_outcome(&in, got);
  const bool done = wb_reader_done(&in);
  wb_str_release(&bytes);
  wb_outcome_release(sent);
  return done;
}

static void touched_bytes_survive_the_way(void) {
  struct wb_outcome sent, got;
  wb_outcome_init(&sent);
  add_touched(&sent, 0, 4, 8);
  add_touched(&sent, 0, 8, 1ULL << 40);
  add_touched(&sent, 3, 0, 1);
  sent.knows_touched = sent.touched_whole = true;
  sent.idle_items = 5;
  sent.idle_groups = 1;
  sent.total_items = 99;
  CHECK(passes(&sent, &got));
  CHECK(got.knows_touched && got.touched_whole);
  if (CHECK_INT(got.n_touched, 3)) {
    CHECK_INT(got.touched[1].end, 1ULL << 40);
    CHECK(got.touched[1].reads && !got.touched[1].writes);
    CHECK(got.touched[2].arg == 3 && got.touched[2].writes);
  }
  CHECK_INT(got.idle_items, 5);
  CHECK_INT(got.idle_groups, 1);
  CHECK_INT(got.total_items, 99);
  wb_outcome_release(&got);
}

static void impossible_ranges_are_refused(void) {
  static const struct {
    uint32_t arg;
    uint64_t start, end;
  } second[] = {{0, 7, 9}, {0, 0, 2}, {1, 5, 5}, {1, 6, 5}, {WB_MAX_ARGS, 0, 4}};
  for (size_t i = 0; i < sizeof second / sizeof second[0]; i++) {
    struct wb_outcome sent, got;
    wb_outcome_init(&sent);
    add_touched(&sent, 0, 4, 8);
    add_touched(&sent, second[i].arg, second[i].start, second[i].end);
    CHECK(!passes(&sent, &got));
    wb_outcome_release(&got);
  }
}

/* They say how far a table is gone through. */
static void more_orders_than_there_are_are_refused(void) {
  for (uint32_t more = 0; more < 2; more++) {
    struct wb_kernel_info *kernel = wb_alloc(sizeof *kernel);
    struct wb_str bytes;
    kernel->n_orders = WB_SCHEDULE_ORDERS + more;
    wb_str_init(&bytes);
    wb_put_kernel_info(&bytes, kernel);
    struct wb_reader in = wb_reader_of(bytes.data, bytes.length);
    wb_get_kernel_info(&in, kernel);
    CHECK_INT(wb_reader_done(&in), more == 0);
    wb_str_release(&bytes);
    free(kernel);
  }
}

static void outcome_survives_the_way(void) {
  struct wb_outcome sent, got;
  struct wb_str bytes;
  make_outcome(&sent);
  wb_outcome_init(&got);
  wb_str_init(&bytes);
  wb_put_outcome(&bytes, &sent);
  struct wb_reader in = wb_reader_of(bytes.data, bytes.length);
  wb_get_outcome(&in, &got);
  CHECK(wb_reader_done(&in));
  CHECK_INT(got.kind, WB_OUTCOME_TIME_LIMIT);
  CHECK_STRING(got.detail, "too long");
  CHECK_INT(got.n_findings, 2);
  CHECK_INT(got.findings[0].index, -7);
  CHECK_INT(got.findings[0].first[0].group[2], 6);
  CHECK_INT(got.findings[0].other.column, 9);
  CHECK_STRING(got.findings[0].array, "tile");
  CHECK_INT(got.counters.items, 99);
  CHECK_INT(got.n_lines, 1);
  CHECK_INT(got.lines[0].memory, WB_MEMORY_LOCAL);
  CHECK_INT(got.lines[0].cost, 256);
  CHECK_STRING(got.lines[0].array, "tile");
  CHECK_STRING(got.text, "a\nb");
  CHECK_INT(got.trace_length, 6);
  CHECK_INT(got.trace[0], 1);
  wb_outcome_release(&sent);
  wb_outcome_release(&got);
  wb_str_release(&bytes);
}

static void launch_survives_the_way(void) {
  struct wb_launch got;
  struct wb_arg args[3] = {
      {.kind = WB_ARG_BUFFER,
       .name = "a",
       .type = {WB_INT, 3},
       .value.buffer = 5,
       .image = {WB_IMAGE_2D_ARRAY, 3, 4, 1, 6, WB_IMAGE_RGBA, WB_IMAGE_FLOAT},
       .buffer_offset = 128,
       .buffer_bytes = 1152},
      {.kind = WB_ARG_LOCAL, .name = "t", .type = {WB_FLOAT, 1}, .value.local_bytes = 64},
      {.kind = WB_ARG_SCALAR, .name = NULL, .type = {WB_UINT, 1}, .value.scalar = {1, 2}}};
  struct wb_launch launch = {.program = 2,
                             .kernel = "k",
                             .dimensions = 2,
                             .global = {8, 4, 1},
                             .local = {2, 2, 1},
                             .args = args,
                             .n_args = 3,
                             .limits = {1, 2, 3, 4},
                             .schedule = {WB_SCHEDULE_SHUFFLE, 77},
                             .subgroup = 16,
                             .trace_bytes = 4096,
                             .touched_told = true};
  struct wb_str bytes;
  wb_str_init(&bytes);
  wb_put_launch(&bytes, &launch);
  struct wb_reader in = wb_reader_of(bytes.data, bytes.length);
  wb_get_launch(&in, &got);
  CHECK(wb_reader_done(&in));
  CHECK_STRING(got.kernel, "k");
  CHECK_INT(got.global[1], 4);
  CHECK_INT(got.limits.steps, 4);
  CHECK_INT(got.schedule.seed, 77);
  CHECK_INT(got.subgroup, 16);
  CHECK(got.touched_told);
  CHECK(got.args[0].buffer_offset == 128 && got.args[0].buffer_bytes == 1152);
  CHECK_INT(got.trace_bytes, 4096);
  CHECK_INT(got.args[0].value.buffer, 5);
  CHECK_INT(got.args[0].type.lanes, 3);
  CHECK_INT(got.args[0].image.kind, WB_IMAGE_2D_ARRAY);
  CHECK_INT(got.args[0].image.layers, 6);
  CHECK_INT(got.args[0].image.channel, WB_IMAGE_FLOAT);
  CHECK_INT(got.args[1].value.local_bytes, 64);
  CHECK_INT(got.args[2].value.scalar[1], 2);
  CHECK_STRING(got.args[2].name, "");
  wb_launch_release(&got);
  wb_str_release(&bytes);
}

/* Every prefix is refused; every changed byte is refused or harmless. */
static void broken_records_are_harmless(void) {
  struct wb_outcome sent, got;
  struct wb_str bytes;
  unsigned refused = 0;
  make_outcome(&sent);
  wb_outcome_init(&got);
  wb_str_init(&bytes);
  wb_put_outcome(&bytes, &sent);
  size_t whole = bytes.length;
  for (size_t length = 0; length < whole; length++) {
    struct wb_reader in = wb_reader_of(bytes.data, length);
    wb_get_outcome(&in, &got);
    CHECK(!wb_reader_done(&in));
    wb_outcome_release(&got);
  }
  for (unsigned i = 0; CHECK(whole > 100) && i < 20000; i++) {
    char *broken = wb_strndup(bytes.data, whole);
    broken[wb_random_at(i, 0) % (whole > 0 ? whole : 1)] = (char)wb_random_at(i, 1);
    struct wb_reader in = wb_reader_of(broken, bytes.length);
    wb_get_outcome(&in, &got);
    if (!wb_reader_done(&in)) refused++;
    if (wb_reader_done(&in)) {
      CHECK(got.n_findings <= WB_MAX_OUTCOME_FINDINGS);
      for (size_t k = 0; k < got.n_findings; k++)
        CHECK(got.findings[k].kind < WB_FINDING_KIND_COUNT &&
              got.findings[k].n_first <= WB_FINDING_FIRST_ITEMS);
    }
    wb_outcome_release(&got);
    free(broken);
  }
  CHECK(refused > 1000);
  wb_outcome_release(&sent);
  wb_outcome_release(&got);
  wb_str_release(&bytes);
}

static void noise_is_no_record(void) {
  struct wb_build_result build;
  struct wb_kernel_info *kernel = wb_alloc(sizeof *kernel);
  struct wb_launch launch;
  struct wb_device_info info;
  wb_build_result_init(&build);
  for (unsigned i = 0; i < 5000; i++) {
    uint64_t noise[64];
    size_t length = wb_random_at(i, 99) % sizeof noise;
    for (unsigned k = 0; k < 64; k++) {
      noise[k] = wb_random_at(i, k);
      /* Small numbers get further than large ones. */
      if (i % 2 == 0) noise[k] &= 0x0000000300000003ULL;
    }
    struct wb_reader in = wb_reader_of(noise, length);
    wb_get_build_result(&in, &build);
    CHECK(build.n_diagnostics <= WB_MAX_DIAGNOSTICS);
    wb_build_result_release(&build);
    in = wb_reader_of(noise, length);
    wb_get_kernel_info(&in, kernel);
    in = wb_reader_of(noise, length);
    wb_get_launch(&in, &launch);
    CHECK(launch.n_args <= WB_MAX_ARGS);
    wb_launch_release(&launch);
    in = wb_reader_of(noise, length);
    wb_get_info(&in, &info);
    CHECK(kernel->n_params <= WB_MAX_ARGS);
    CHECK(memchr(info.name, '\0', sizeof info.name) != NULL);
  }
  free(kernel);
}

static void lists_of_devices_survive_json(void) {
  struct wb_device_info info = {.selector = "opencl:0.1",
                                .name = "a \"GPU\"",
                                .gpu = true,
                                .global_memory = 1 << 30,
                                .max_item_size = {1, 2, 3}};
  struct wb_device_info *items = NULL;
  size_t count = 0;
  struct wb_str text;
  struct wb_error err;
  wb_str_init(&text);
  wb_device_infos_print(&info, 1, &text);
  CHECK_INT(wb_device_infos_parse(text.data, text.length, &items, &count, &err), WB_OK);
  CHECK_INT(count, 1);
  CHECK_STRING(items[0].name, "a \"GPU\"");
  CHECK(items[0].gpu && !items[0].checks);
  CHECK_INT(items[0].max_item_size[2], 3);
  CHECK_INT(wb_device_infos_parse("[{}]", 4, &items, &count, &err), WB_ERR_PROTOCOL);
  CHECK_INT(wb_device_infos_parse("segmentation", 12, &items, &count, &err), WB_ERR_PROTOCOL);
  CHECK_INT(count, 1);
  free(items);
  wb_str_release(&text);
}

int main(void) {
  tap_run("an outcome survives the way", outcome_survives_the_way);
  tap_run("what was touched survives the way", touched_bytes_survive_the_way);
  tap_run("ranges that cannot be are refused", impossible_ranges_are_refused);
  tap_run("more orders than there are are refused", more_orders_than_there_are_are_refused);
  tap_run("a launch survives the way", launch_survives_the_way);
  tap_run("cut and changed records are refused or harmless", broken_records_are_harmless);
  tap_run("noise is no record", noise_is_no_record);
  tap_run("lists of devices survive JSON", lists_of_devices_survive_json);
  return tap_finish();
}
