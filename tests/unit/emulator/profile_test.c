/* Costs of lines, and traces, of whole kernels. The counters themselves are
 * tested by tests/kernels/counters. */
#include "finding/trace.h"

#include "base/str.h"
#include "emulator/emulator.h"
#include "finding/counters.h"
#include "tap.h"

static struct wb_device *device;

/* A launch of `global` work-items with a buffer `out` of as many ints. */
struct launch {
  size_t global, local;
  uint64_t trace_bytes;
  bool arrays_alone;
  bool wrong; /* it has findings */
  struct wb_schedule schedule;
  struct wb_outcome outcome;
};

static bool build(const char *source, bool profile, struct wb_build_result *built) {
  struct wb_build_request request = {.source = source,
                                     .length = strlen(source),
                                     .file_name = "k.cl",
                                     .options = "-cl-std=CL3.0",
                                     .time_limit_ms = 10000,
                                     .profile = profile};
  struct wb_error err = {0};
  wb_build_result_init(built);
  bool good = CHECK(wb_device_build(device, &request, built, &err) == WB_OK);
  if (!good) printf("# %s: %s\n", err.message, built->log);
  return good;
}

static void run(const char *source, bool profile, struct launch *how) {
  struct wb_build_result built;
  struct wb_error err = {0};
  const struct wb_dtype type = {WB_INT, 1};
  struct wb_buffer_desc desc = {"out", type, how->global * 4, WB_BUFFER_WRITE_ONLY};
  struct wb_arg arg = {.kind = WB_ARG_BUFFER, .name = "out", .type = type};
  struct wb_launch launch = {.kernel = "k",
                             .dimensions = 1,
                             .global = {how->global, 1, 1},
                             .local = {how->local, 1, 1},
                             .args = &arg,
                             .n_args = 1,
                             .limits = {20000, 256 << 20, 65536, 100000000},
                             .schedule = how->schedule,
                             .trace_bytes = how->trace_bytes,
                             .arrays_alone = how->arrays_alone};
  wb_outcome_init(&how->outcome);
  if (!build(source, profile, &built)) return;
  launch.program = built.program;
  CHECK(wb_buffer_create(device, &desc, &arg.value.buffer, &err) == WB_OK);
  CHECK(wb_device_launch(device, &launch, &how->outcome, &err) == WB_OK);
  CHECK(wb_device_finish(device, &err) == WB_OK);
  CHECK(how->outcome.kind == WB_OUTCOME_DONE && (how->outcome.n_findings > 0) == how->wrong);
  wb_buffer_release(device, arg.value.buffer, NULL);
  wb_program_release(device, built.program, NULL);
  wb_build_result_release(&built);
}

/* ---- lines ---------------------------------------------------------------------- */

static const char wasteful[] =
    "__kernel void k(__global int *out) {\n"
    "  __local int tile[32][32];\n"
    "  size_t i = get_local_id(0);\n"
    "  for (int r = 0; r < 32; r++) tile[r][i] = (int)i;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  int sum = 0;\n"
    "  for (int c = 0; c < 32; c++) sum += tile[i][c];\n"
    "  if (i % 2) sum += tile[0][i];\n"
    "  out[i * 5 % 32] = sum;\n"
    "}\n";

static void lines_are_told_by_what_they_waste(void) {
  struct launch how = {.global = 32, .local = 32};
  run(wasteful, true, &how);
  const struct wb_line_cost *line = how.outcome.lines;
  if (!CHECK(how.outcome.n_lines >= 4)) return;
  CHECK_INT(line[0].line, 7);
  CHECK_INT(line[0].memory, WB_MEMORY_LOCAL);
  CHECK_INT(line[0].access, WB_ACCESS_READ);
  CHECK_STRING(line[0].array, "tile");
  CHECK_INT(line[0].executions, 32);
  CHECK_INT(line[0].cost, 32 * 32);
  CHECK_INT(line[0].ideal, 32);
  CHECK_INT(line[1].line, 8);
  CHECK_INT(line[1].memory, WB_MEMORY_NONE);
  CHECK_INT(line[1].cost, 2);
  CHECK_INT(line[1].ideal, 1);
  for (size_t i = 2; i < how.outcome.n_lines; i++) CHECK_INT(line[i].cost, line[i].ideal);
  wb_outcome_release(&how.outcome);
}

static void nothing_depends_on_the_order(void) {
  struct launch first = {.global = 32, .local = 32}, other = first;
  run(wasteful, true, &first);
  for (uint64_t seed = 0; seed < 4; seed++) {
    other.schedule =
        (struct wb_schedule){seed == 0 ? WB_SCHEDULE_REVERSE : WB_SCHEDULE_SHUFFLE, seed};
    run(wasteful, true, &other);
    CHECK(memcmp(&first.outcome.counters, &other.outcome.counters, sizeof first.outcome.counters) ==
          0);
    CHECK_INT(other.outcome.n_lines, first.outcome.n_lines);
    CHECK(memcmp(first.outcome.lines, other.outcome.lines, sizeof first.outcome.lines) == 0);
    wb_outcome_release(&other.outcome);
  }
  wb_outcome_release(&first.outcome);
}

static void plain_builds_are_not_modelled(void) {
  struct launch how = {.global = 32, .local = 32, .trace_bytes = 4096};
  run(wasteful, false, &how);
  CHECK_INT(how.outcome.counters.subgroup, 0);
  CHECK_INT(how.outcome.counters.local_accesses, 0);
  CHECK_INT(how.outcome.counters.local_bytes, 4096);
  CHECK_INT(how.outcome.n_lines, 0);
  CHECK(how.outcome.trace == NULL);
  wb_outcome_release(&how.outcome);
}

/* 2 records a turn; a work-item alone has room for 8 Mi of them. */
static void what_the_model_leaves_out_is_counted(void) {
  struct launch how = {.global = 1, .local = 1};
  run("__kernel void k(__global int *out) {\n"
      "  for (int i = 0; i < 5000000; i++) out[0] = i;\n"
      "}\n",
      true, &how);
  CHECK_INT(how.outcome.counters.unmodelled, 10000001 - (8 << 20));
  CHECK_INT(how.outcome.counters.branches + how.outcome.counters.global_accesses, 8 << 20);
  CHECK_INT(how.outcome.counters.global_writes, 5000000);
  wb_outcome_release(&how.outcome);
}

/* ---- traces --------------------------------------------------------------------- */

static const char reverse[] =
    "__kernel void k(__global int *out) {\n"
    "  __local int tile[2];\n"
    "  size_t l = get_local_id(0);\n"
    "  tile[l] = (int)get_global_id(0);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (l == 0) out[get_global_id(0)] = tile[1];\n"
    "  else out[get_global_id(0)] = tile[0];\n"
    "}\n";

static void a_trace_tells_what_happened_in_order(void) {
  struct launch how = {.global = 4, .local = 2, .trace_bytes = 4096};
  struct wb_str text;
  wb_str_init(&text);
  run(reverse, true, &how);
  CHECK(wb_trace_text(how.outcome.trace, how.outcome.trace_length, 17, &text, NULL) == WB_OK);
  CHECK_STRING(text.data,
               "kernel k: global (4,1,1), local (2,1,1), sub-groups of 32\n"
               "work-group (0,0,0)\n"
               "  work-item (0,0,0)\n"
               "    line 4:11: writes local tile[0] = 0\n"
               "    line 5:3: waits at the barrier\n"
               "  work-item (1,0,0)\n"
               "    line 4:11: writes local tile[1] = 1\n"
               "    line 5:3: waits at the barrier\n"
               "  all pass the barrier\n"
               "  work-item (0,0,0)\n"
               "    line 6:7: branches, way 1\n"
               "    line 6:39: reads local tile[1]: 1\n"
               "    line 6:37: writes global out[0] = 1\n"
               "    ends\n"
               "  work-item (1,0,0)\n"
               "    line 6:7: branches, way 0\n"
               "    line 7:32: reads local tile[0]: 0\n"
               "    line 7:30: writes global out[1] = 0\n"
               "there is more\n");
  wb_outcome_release(&how.outcome);
  wb_str_release(&text);
}

static void a_refused_access_is_in_the_trace(void) {
  struct launch how = {.global = 2, .local = 2, .trace_bytes = 4096, .wrong = true};
  struct wb_str text;
  wb_str_init(&text);
  run("__kernel void k(__global int *out) {\n"
      "  out[get_global_id(0) + 1] = 7;\n"
      "}\n",
      true, &how);
  CHECK_INT(how.outcome.n_findings, 1);
  CHECK(wb_trace_text(how.outcome.trace, how.outcome.trace_length, 0, &text, NULL) == WB_OK);
  CHECK(strstr(text.data, "line 2:29: writes global out[1] = 7\n") != NULL);
  CHECK(strstr(text.data, "line 2:29: writes global out[2], which is refused\n") != NULL);
  wb_outcome_release(&how.outcome);
  wb_str_release(&text);
}

/* Whether the trace of a launch of one work-item has the line. */
static void traced(const char *source, const char *line) {
  struct launch how = {.global = 4, .local = 1, .trace_bytes = 4096};
  struct wb_str text;
  wb_str_init(&text);
  run(source, true, &how);
  CHECK(wb_trace_text(how.outcome.trace, how.outcome.trace_length, 0, &text, NULL) == WB_OK);
  if (!CHECK(strstr(text.data, line) != NULL)) printf("# no %s in %s\n", line, text.data);
  wb_outcome_release(&how.outcome);
  wb_str_release(&text);
}

static void copies_are_traced_number_by_number(void) {
  static const char of_struct[] =
      "struct s { float x; short y, z; };\n"
      "__kernel void k(__global struct s *out) {\n"
      "  struct s v = {1.5f, -2, 3};\n"
      "  if (get_global_id(0) == 0) out[1] = v;\n"
      "}\n";
  static const char asynchronous[] =
      "__kernel void k(__global int *out) {\n"
      "  __local int a[2];\n"
      "  a[0] = 5, a[1] = -6;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  event_t e = async_work_group_copy(out + get_group_id(0), a + 1, 1, 0);\n"
      "  wait_group_events(1, &e);\n"
      "}\n";
  traced(of_struct, "writes global out[2] = 1.5\n");
  traced(of_struct, "writes global out[3] = -2\n");
  traced(of_struct, "writes global out[3] byte 2 = 3\n");
  traced(asynchronous, "line 5:15: reads local a[1]: -6\n");
  traced(asynchronous, "line 5:15: writes global out[3] = -6\n");
}

static void indices_are_those_of_the_source(void) {
  traced(
      "__kernel void k(__global int *out) {\n"
      "  __local int t[2][3][4];\n"
      "  t[1][0][2] = 7;\n"
      "  out[get_global_id(0)] = t[1][0][2];\n"
      "}\n",
      "writes local t[1][0][2] = 7\n");
}

static void what_meets_and_what_fails_is_told(void) {
  static const char meets[] =
      "__kernel void k(__global int *out) {\n"
      "  out[get_global_id(0)] = sub_group_reduce_add(3) + work_group_reduce_add(4);\n"
      "}\n";
  static const char fails[] =
      "__kernel void k(__global int *out) {\n"
      "  __local int x;\n"
      "  if (get_local_id(0) == 0) x = 5;\n"
      "  out[get_global_id(0)] = atomic_cmpxchg(&x, 4, 1) + atomic_cmpxchg(&x, 5, 6);\n"
      "}\n";
  traced(meets, "line 2:27: calls a function of its sub-group\n");
  traced(meets, "line 2:53: calls a function of its work-group\n");
  traced(fails, "line 4:27: reads atomically local x[0]: 5\n");
  traced(fails, "line 4:54: updates local x[0] = 6\n");
}

static void leaving_a_scope_is_no_step(void) {
  static const char leaves[] =
      "__kernel void k(__global int *out) {\n"
      "  for (int i = 0; i < 2; i++) {\n"
      "    int v = i * 2;\n"
      "    if (v == 2) break;\n"
      "    out[get_global_id(0)] = v;\n"
      "  }\n"
      "}\n";
  struct launch how = {.global = 1, .local = 1, .trace_bytes = 4096};
  struct wb_str text;
  wb_str_init(&text);
  run(leaves, true, &how);
  CHECK(wb_trace_text(how.outcome.trace, how.outcome.trace_length, 0, &text, NULL) == WB_OK);
  CHECK(strstr(text.data, "line 0") == NULL);
  CHECK(strstr(text.data, "line 4:9: branches, way 1\n    ends\n") != NULL);
  wb_outcome_release(&how.outcome);
  wb_str_release(&text);
}

static uint64_t count_records(const struct wb_outcome *outcome, struct wb_trace *trace) {
  struct wb_trace_record record;
  uint64_t n = 0;
  if (!CHECK(wb_trace_open(trace, outcome->trace, outcome->trace_length, NULL) == WB_OK)) return 0;
  while (wb_trace_next(trace, &record)) n++;
  CHECK_INT(trace->state, WB_TRACE_COMPLETE);
  return n;
}

static void a_trace_without_room_says_what_it_lacks(void) {
  struct launch how = {.global = 1024, .local = 2, .trace_bytes = 1 << 20};
  struct wb_trace trace;
  run(reverse, true, &how);
  const uint64_t all = count_records(&how.outcome, &trace);
  CHECK_INT(trace.dropped_records, 0);
  CHECK_INT(all, 512 * 19);
  wb_trace_release(&trace);
  wb_outcome_release(&how.outcome);
  how.trace_bytes = 4096;
  run(reverse, true, &how);
  CHECK(how.outcome.trace_length <= 4096);
  const uint64_t some = count_records(&how.outcome, &trace);
  CHECK(trace.dropped_groups > 0 && trace.dropped_groups < 512);
  CHECK(some > 0 && some + trace.dropped_records <= all); /* who runs is not told in vain */
  wb_trace_release(&trace);
  wb_outcome_release(&how.outcome);
}

static bool is_same_count(const struct wb_array_count *a, const struct wb_array_count *b) {
  bool same = strcmp(a->array, b->array) == 0 && a->total == b->total && a->most == b->most &&
              a->share == b->share && a->n_lines == b->n_lines && a->most_at == b->most_at;
  for (size_t i = 0; i < a->n_lines && same; i++) same = a->lines[i] == b->lines[i];
  return same;
}

static void arrays_alone_are_counted_as_with_the_model(void) {
  const struct wb_schedule orders[] = {{WB_SCHEDULE_FORWARD, 0}, {WB_SCHEDULE_SHUFFLE, 7}};
  for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
    struct launch both = {.global = 32, .local = 32, .schedule = orders[i]}, alone = both;
    alone.arrays_alone = true;
    run(wasteful, true, &both);
    run(wasteful, true, &alone);
    CHECK_INT(alone.outcome.n_arrays, both.outcome.n_arrays);
    CHECK(both.outcome.n_arrays >= 3 && both.outcome.n_lines > 0);
    for (size_t a = 0; a < both.outcome.n_arrays; a++)
      CHECK(is_same_count(&alone.outcome.arrays[a], &both.outcome.arrays[a]));
    CHECK_INT(alone.outcome.n_lines, 0);
    for (unsigned c = 0; c < WB_COUNTER_COUNT; c++) {
      const uint64_t got = *wb_counter_at(&alone.outcome.counters, c);
      const bool counts = !wb_counter_is_modelled(c) && c != WB_BUDGET_COUNTERS;
      CHECK_INT(got, counts ? *wb_counter_at(&both.outcome.counters, c) : 0);
    }
    wb_outcome_release(&both.outcome);
    wb_outcome_release(&alone.outcome);
  }
}

int main(void) {
  struct wb_error err = {0};
  if (wb_emulator_open("emulator", &device, &err) != WB_OK) {
    printf("Bail out! %s\n", err.message);
    return 1;
  }
  tap_run("lines are told by what they waste", lines_are_told_by_what_they_waste);
  tap_run("nothing depends on the order of work-items", nothing_depends_on_the_order);
  tap_run("programs that are built plainly are not modelled", plain_builds_are_not_modelled);
  tap_run("what the model leaves out is counted", what_the_model_leaves_out_is_counted);
  tap_run("arrays alone are counted as with the model", arrays_alone_are_counted_as_with_the_model);
  tap_run("a trace tells what happened, in order", a_trace_tells_what_happened_in_order);
  tap_run("a refused access is in the trace", a_refused_access_is_in_the_trace);
  tap_run("copies are traced number by number", copies_are_traced_number_by_number);
  tap_run("indices are those of the source", indices_are_those_of_the_source);
  tap_run("functions of groups and failed updates are told", what_meets_and_what_fails_is_told);
  tap_run("leaving a scope is no step", leaving_a_scope_is_no_step);
  tap_run("a trace without room says what it lacks", a_trace_without_room_says_what_it_lacks);
  wb_device_close(device);
  return tap_finish();
}
