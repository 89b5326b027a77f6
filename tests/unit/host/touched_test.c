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
  const char *type;
  unsigned size, items, first, step, at, by;
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
  return plan;
}

static wb_handle build(struct wb_device *device, const struct plan *plan) {
  char text[512];
  struct wb_build_result result;
  struct wb_error err = {0};
  snprintf(text, sizeof text,
           "__kernel void move(__global %s *out, __global const %s *a) {\n"
           "  size_t i = get_global_id(0);\n"
           "  out[%u + %u * i] = a[%u + %u * i];\n"
           "}\n",
           plan->type, plan->type, plan->at, plan->by, plan->first, plan->step);
  const struct wb_build_request request = {
      .source = text, .length = strlen(text), .file_name = "move.cl", .options = ""};
  wb_build_result_init(&result);
  CHECK_INT(wb_device_build(device, &request, &result, &err), WB_OK);
  const wb_handle program = result.program;
  wb_build_result_release(&result);
  return program;
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

static void one_processor_tells_it(void) { random_plans(); }

static void slices_tell_the_same(void) {
  setenv("WORKBENCH_SLICE", "1", 1);
  setenv("WORKBENCH_JOBS", "3", 1);
  random_plans();
  unsetenv("WORKBENCH_SLICE");
  unsetenv("WORKBENCH_JOBS");
}

static void optimised_code_tells_the_same(void) {
  setenv("WORKBENCH_TIER", "optimised", 1);
  random_plans();
  unsetenv("WORKBENCH_TIER");
}

int main(void) {
  tap_run("one processor tells what was touched", one_processor_tells_it);
  tap_run("slices tell the same", slices_tell_the_same);
  tap_run("optimised code tells the same", optimised_code_tells_the_same);
  return tap_finish();
}
