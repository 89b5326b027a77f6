/* Which bytes a launch touched: what the emulator tells against what the kernel is known to do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/registry.h"
#include "tap.h"

enum { BYTES = 512, ROUNDS = 12 };

static unsigned state = 4711;
static unsigned below(unsigned limit) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % limit;
}

/* Work-item i reads a[first + step * i] and writes out[at + by * i], as elements of some type. */
struct plan {
  const char *type, *memory; /* `a` is in */
  unsigned size, items, first, step, at, by;
  enum wb_schedule_kind schedule;
};

static struct plan random_plan(void) {
  static const struct {
    const char *name;
    unsigned size;
  } types[] = {{"char", 1}, {"short", 2}, {"int", 4}, {"float4", 16}, {"long", 8}};
  const unsigned type = below(5), elements = BYTES / types[type].size;
  struct plan plan = {.type = types[type].name, .size = types[type].size};
  plan.items = 1 + below(elements / 2 < 16 ? elements / 2 : 16);
  plan.step = 1 + below((elements - 1) / plan.items);
  plan.by = 1 + below((elements - 1) / plan.items);
  plan.first = below(elements - plan.step * (plan.items - 1));
  plan.at = below(elements - plan.by * (plan.items - 1));
  plan.memory = below(2) == 0 ? "__global" : "__constant";
  plan.schedule = (enum wb_schedule_kind)below(WB_SCHEDULE_INTERLEAVE + 1);
  return plan;
}

static wb_handle build_text(struct wb_device *device, const char *text) {
  struct wb_build_result result;
  struct wb_error err = {0};
  const struct wb_build_request request = {
      .source = text, .length = strlen(text), .file_name = "move.cl", .options = "-cl-std=CL3.0"};
  wb_build_result_init(&result);
  if (!CHECK_INT(wb_device_build(device, &request, &result, &err), WB_OK))
    printf("# %s: %s\n", err.message, result.log);
  const wb_handle program = result.program;
  wb_build_result_release(&result);
  return program;
}

static wb_handle build(struct wb_device *device, const struct plan *plan) {
  char text[512];
  snprintf(text, sizeof text,
           "__kernel void move(__global %s *out, %s const %s *a) {\n"
           "  size_t i = get_global_id(0);\n"
           "  out[%u + %u * i] = a[%u + %u * i];\n"
           "}\n",
           plan->type, plan->memory, plan->type, plan->at, plan->by, plan->first, plan->step);
  return build_text(device, text);
}

static wb_handle make_buffer(struct wb_device *device, const char *name) {
  static const unsigned char zero = 0;
  const struct wb_buffer_desc desc = {
      .name = name, .type = {WB_UCHAR, 1}, .bytes = BYTES, .access = WB_BUFFER_READ_WRITE};
  wb_handle buffer = 0;
  CHECK_INT(wb_buffer_create(device, &desc, &buffer, NULL), WB_OK);
  CHECK_INT(wb_buffer_fill(device, buffer, 0, BYTES, &zero, 1, NULL), WB_OK);
  return buffer;
}

/* A bit for each: 1 read, 2 written. */
static void expect(const struct plan *plan, unsigned char marks[2][BYTES]) {
  memset(marks, 0, 2 * BYTES);
  for (unsigned i = 0; i < plan->items; i++)
    for (unsigned b = 0; b < plan->size; b++) {
      marks[0][(plan->at + plan->by * i) * plan->size + b] |= 2;
      marks[1][(plan->first + plan->step * i) * plan->size + b] |= 1;
    }
}

static bool is_told(const struct wb_outcome *outcome, unsigned char marks[2][BYTES]) {
  unsigned char told[2][BYTES] = {{0}};
  bool good = outcome->knows_touched && outcome->touched_whole;
  for (size_t i = 0; i < outcome->n_touched; i++) {
    const struct wb_touched *one = &outcome->touched[i];
    good = good && one->arg < 2 && one->end <= BYTES;
    for (uint64_t b = one->start; good && b < one->end; b++)
      told[one->arg][b] = (unsigned char)((one->reads ? 1 : 0) | (one->writes ? 2 : 0));
    if (i == 0) continue;
    const struct wb_touched *last = one - 1;
    const bool later = one->arg > last->arg || (one->arg == last->arg && one->start >= last->end);
    const bool joined = one->arg != last->arg || one->start != last->end ||
                        one->reads != last->reads || one->writes != last->writes;
    good = good && later && joined;
  }
  return good && memcmp(told, marks, sizeof told) == 0;
}

static void run_plan(struct wb_device *device, const struct plan *plan) {
  unsigned char marks[2][BYTES];
  struct wb_outcome outcome;
  struct wb_arg args[2] = {{.kind = WB_ARG_BUFFER, .name = "out", .type = {WB_UCHAR, 1}},
                           {.kind = WB_ARG_BUFFER, .name = "a", .type = {WB_UCHAR, 1}}};
  const struct wb_launch launch = {.program = build(device, plan),
                                   .kernel = "move",
                                   .dimensions = 1,
                                   .global = {plan->items},
                                   .local = {1},
                                   .args = args,
                                   .n_args = 2,
                                   .limits = {.time_ms = 10000},
                                   .schedule = {plan->schedule, 5},
                                   .touched_told = true};
  CHECK(wb_dtype_parse(plan->type, &args[0].type));
  args[1].type = args[0].type;
  args[0].value.buffer = make_buffer(device, "out");
  args[1].value.buffer = make_buffer(device, "a");
  wb_outcome_init(&outcome);
  CHECK_INT(wb_device_launch(device, &launch, &outcome, NULL), WB_OK);
  CHECK_INT(wb_device_finish(device, NULL), WB_OK);
  expect(plan, marks);
  CHECK(is_told(&outcome, marks));
  CHECK_INT(outcome.idle_items, 0);
  wb_outcome_release(&outcome);
  CHECK_INT(wb_device_clear(device, NULL), WB_OK);
}

static struct wb_device *open_emulator(void) {
  struct wb_device *device = NULL;
  CHECK_INT(wb_device_open("emulator", -1, &device, NULL), WB_OK);
  return device;
}

static void random_plans(void) {
  struct wb_device *device = open_emulator();
  for (unsigned i = 0; i < ROUNDS; i++) {
    const struct plan plan = random_plan();
    run_plan(device, &plan);
  }
  wb_device_close(device);
}

/* ---- kernels that touch memory in other ways ---------------------------------------------------
 */

/* `out` and `a` have BYTES bytes; what is told of them is "ARGUMENT:START-END" with `r` and `w`. */
static const struct way {
  const char *name, *parameters, *body;
  size_t global, local;
  const char *told;
  uint64_t idle_items, idle_groups;
  uint64_t offset[2], bytes[2]; /* parts of the two; 0 bytes: all */
  bool twice;                   /* `a` is `out` */
  size_t findings;
  bool image; /* `a` is one of 16 × 8 pixels of 4 bytes */
} ways[] = {
    {.name = "an argument that no work-item touches",
     .parameters = "__global int *out, __global int *a",
     .body = "out[i] = 1;",
     .global = 8,
     .local = 4,
     .told = "0:0-32w"},
    {.name = "work-items that do nothing",
     .parameters = "__global int *out, __global int *a",
     .body = "if (i < 9) out[i] = 1;",
     .global = 32,
     .local = 8,
     .told = "0:0-36w",
     .idle_items = 23,
     .idle_groups = 2},
    {.name = "work-items that only print",
     .parameters = "__global int *out, __global int *a",
     .body = "if (i == 0) out[0] = 1; if (i == 5) printf(\"5\");",
     .global = 16,
     .local = 4,
     .told = "0:0-4w",
     .idle_items = 14,
     .idle_groups = 2},
    {.name = "work-items that only use local memory",
     .parameters = "__global int *out, __global int *a",
     .body = "__local int t[4]; t[get_local_id(0)] = i; barrier(CLK_LOCAL_MEM_FENCE);"
             "if (i < 4) out[i] = t[3 - i];",
     .global = 16,
     .local = 4,
     .told = "0:0-16w",
     .idle_items = 12,
     .idle_groups = 3},
    {.name = "reads and writes side by side",
     .parameters = "__global int *out, __global int *a",
     .body = "if (i % 2) out[i] += a[i]; else out[i] = a[i + 8];",
     .global = 4,
     .local = 4,
     .told = "0:0-4w 0:4-8rw 0:8-12w 0:12-16rw 1:4-8r 1:12-16r 1:32-36r 1:40-44r"},
    {.name = "vectors at any place",
     .parameters = "__global int *out, __global uchar *a",
     .body = "vstore3(convert_int3(vload3(i, a + 1)), i, out + 2);",
     .global = 4,
     .local = 2,
     .told = "0:8-56w 1:1-13r"},
    {.name = "the bytes of a structure",
     .parameters = "__global struct { char c; short s; int i; } *out, __global int *a",
     .body = "out[i].s = 3; out[i].i = 4;",
     .global = 2,
     .local = 1,
     .told = "0:2-8w 0:10-16w"},
    {.name = "atomic updates, loads and exchanges that fail",
     .parameters = "__global atomic_int *out, __global atomic_int *a",
     .body = "int never = 7; atomic_fetch_add(out, 1); atomic_load(a + 1);"
             "atomic_compare_exchange_strong(a + 3, &never, 8);",
     .global = 8,
     .local = 4,
     .told = "0:0-4rw 1:4-8r 1:12-16r"},
    {.name = "an exchange that succeeds once",
     .parameters = "__global int *out, __global int *a",
     .body = "atomic_cmpxchg(out + 5, 0, 1);",
     .global = 8,
     .local = 4,
     .told = "0:20-24rw"},
    {.name = "copies by the work-group",
     .parameters = "__global int *out, __global int *a",
     .body = "__local int t[8]; event_t e = async_work_group_copy(t, a + 16, 8, 0);"
             "wait_group_events(1, &e);"
             "e = async_work_group_strided_copy(out + 1, t, 4, 3, 0); wait_group_events(1, &e);",
     .global = 4,
     .local = 4,
     .told = "0:4-8w 0:16-20w 0:28-32w 0:40-44w 1:64-96r"},
    {.name = "structures as a whole",
     .parameters = "__global struct five *out, __global struct five *a",
     .body = "out[2 + i] = a[i];",
     .global = 1,
     .local = 1,
     .told = "0:40-60w 1:0-20r"},
    {.name = "a buffer in constant memory",
     .parameters = "__global int *out, __constant int *a",
     .body = "int s = 0; for (int k = 0; k < 3; k++) s += a[2 * k + i]; out[i] = s;",
     .global = 1,
     .local = 1,
     .told = "0:0-4w 1:0-4r 1:8-12r 1:16-20r"},
    {.name = "bytes in constant memory",
     .parameters = "__global int *out, __constant uchar *a",
     .body = "out[i] = a[3 * i + 1] + a[400];",
     .global = 3,
     .local = 1,
     .told = "0:0-12w 1:1-2r 1:4-5r 1:7-8r 1:400-401r"},
    {.name = "copies from constant memory",
     .parameters = "__global int *out, __constant int4 *a",
     .body = "int4 v = a[i + 3]; out[i] = v.y + vload2(5, (__constant int *)a).x;",
     .global = 2,
     .local = 2,
     .told = "0:0-8w 1:40-80r"},
    {.name = "accesses that are refused",
     .parameters = "__global int *out, __global int *a",
     .body = "out[i + 126] = 1; out[i] = a[i - 1];",
     .global = 4,
     .local = 4,
     .told = "0:0-16w 0:504-512w 1:0-12r",
     .findings = 2},
    {.name = "one buffer twice",
     .parameters = "__global int *out, __global int *a",
     .body = "out[i] = a[i + 8];",
     .global = 4,
     .local = 2,
     .told = "0:0-16w 0:32-48r",
     .twice = true},
    {.name = "one buffer twice, once in constant memory",
     .parameters = "__global int *out, __constant int *a",
     .body = "out[i] = a[i + 8];",
     .global = 4,
     .local = 2,
     .told = "0:0-16w 0:32-48r",
     .twice = true},
    {.name = "parts in place",
     .parameters = "__global uchar *out, __global int *a",
     .body = "out[i] = a[i];",
     .global = 4,
     .local = 2,
     .told = "0:128-132w 1:256-272r",
     .offset = {128, 256},
     .bytes = {16, 64}},
    {.name = "parts of one buffer",
     .parameters = "__global uchar *out, __global int *a",
     .body = "out[i] = a[i];",
     .global = 4,
     .local = 2,
     .told = "0:128-132w 0:256-272r",
     .offset = {128, 256},
     .bytes = {16, 64},
     .twice = true},
    {.name = "parts that begin anywhere",
     .parameters = "__global uchar *out, __global int *a",
     .body = "out[i] = a[i];",
     .global = 4,
     .local = 2,
     .told = "0:3-7w 1:20-36r",
     .offset = {3, 20},
     .bytes = {4, 16}},
    {.name = "past the end of a part",
     .parameters = "__global int *out, __global int *a",
     .body = "out[i] = a[i];",
     .global = 4,
     .local = 4,
     .told = "0:128-136w 1:0-16r",
     .offset = {128, 0},
     .bytes = {8, 0},
     .findings = 1},
    {.name = "pixels that are read",
     .parameters = "__global int *out, read_only image2d_t a",
     .body = "out[i] = (int)read_imagef(a, (int2)(3 + i, 2)).x;",
     .global = 2,
     .local = 1,
     .told = "0:0-8w 1:140-148r",
     .image = true},
    {.name = "pixels that are written",
     .parameters = "__global int *out, write_only image2d_t a",
     .body = "if (i > 0) write_imagef(a, (int2)(5, i), (float4)(0.5f));",
     .global = 3,
     .local = 1,
     .told = "1:84-88w 1:148-152w",
     .idle_items = 1,
     .idle_groups = 1,
     .image = true},
};

/* The words of all ranges. */
static const char *told_words(const struct wb_outcome *outcome, char *text, size_t size) {
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = 0; i < outcome->n_touched && length < size; i++) {
    const struct wb_touched *one = &outcome->touched[i];
    length += (size_t)snprintf(text + length, size - length, "%s%u:%u-%u%s%s", i > 0 ? " " : "",
                               one->arg, (unsigned)one->start, (unsigned)one->end,
                               one->reads ? "r" : "", one->writes ? "w" : "");
  }
  return text;
}

static void try_way(struct wb_device *device, const struct way *way,
                    enum wb_schedule_kind schedule) {
  char text[1024];
  struct wb_outcome outcome;
  struct wb_arg args[2] = {
      {.kind = WB_ARG_BUFFER, .name = "out", .type = {WB_UCHAR, 1}, .bytes = 1},
      {.kind = WB_ARG_BUFFER, .name = "a", .type = {WB_UCHAR, 1}, .bytes = 1}};
  snprintf(text, sizeof text,
           "struct five { int x[5]; };\n__kernel void k(%s) {\n  int i = (int)get_global_id(0);\n  "
           "%s\n}\n",
           way->parameters, way->body);
  const struct wb_launch launch = {.program = build_text(device, text),
                                   .kernel = "k",
                                   .dimensions = 1,
                                   .global = {way->global},
                                   .local = {way->local},
                                   .args = args,
                                   .n_args = 2,
                                   .limits = {.time_ms = 10000, .output_bytes = 1000},
                                   .schedule = {schedule, 3},
                                   .touched_told = true};
  for (size_t i = 0; i < 2; i++) {
    args[i].value.buffer = i > 0 && way->twice ? args[0].value.buffer : make_buffer(device, "b");
    args[i].buffer_offset = way->offset[i];
    args[i].buffer_bytes = way->bytes[i];
  }
  if (way->image)
    args[1].image = (struct wb_image_desc){.kind = WB_IMAGE_2D,
                                           .width = 16,
                                           .height = 8,
                                           .depth = 1,
                                           .layers = 1,
                                           .order = WB_IMAGE_RGBA,
                                           .channel = WB_IMAGE_UNORM_INT8};
  wb_outcome_init(&outcome);
  CHECK_INT(wb_device_launch(device, &launch, &outcome, NULL), WB_OK);
  CHECK_INT(wb_device_finish(device, NULL), WB_OK);
  bool good = CHECK(outcome.knows_touched && outcome.touched_whole);
  good &= CHECK_STRING(told_words(&outcome, text, sizeof text), way->told);
  good &= CHECK_INT(outcome.idle_items, way->idle_items);
  good &= CHECK_INT(outcome.idle_groups, way->idle_groups);
  good &= CHECK_INT(outcome.total_items, way->global);
  good &= CHECK_INT(outcome.n_findings, way->findings);
  if (!good)
    printf("# %s, schedule %d: %s%s\n", way->name, (int)schedule, outcome.detail,
           outcome.n_findings > 0 ? outcome.findings[0].message : "");
  wb_outcome_release(&outcome);
  CHECK_INT(wb_device_clear(device, NULL), WB_OK);
}

static void all_ways(void) {
  struct wb_device *device = open_emulator();
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
    for (int schedule = 0; schedule <= WB_SCHEDULE_INTERLEAVE; schedule++)
      try_way(device, &ways[i], (enum wb_schedule_kind)schedule);
  wb_device_close(device);
}

static void in_one_process(void) {
  random_plans();
  all_ways();
}

static void in_slices(void) {
  setenv("WORKBENCH_SLICE", "1", 1);
  setenv("WORKBENCH_JOBS", "3", 1);
  random_plans();
  all_ways();
  unsetenv("WORKBENCH_SLICE");
  unsetenv("WORKBENCH_JOBS");
}

static void in_optimised_code(void) {
  setenv("WORKBENCH_TIER", "optimised", 1);
  random_plans();
  all_ways();
  unsetenv("WORKBENCH_TIER");
}

int main(void) {
  tap_run("what a launch touched is told to the byte", in_one_process);
  tap_run("slices tell the same", in_slices);
  tap_run("optimised code tells the same", in_optimised_code);
  return tap_finish();
}
