/* Differential fuzzing: kernels that are right by construction run on the
 * emulator, in three orders, and on the first OpenCL device. Any finding, and
 * any difference between the outputs, is a bug of ours (or of the driver).
 *
 * FUZZ_KERNELS and FUZZ_SEED widen and move the search. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "device/registry.h"
#include "fuzz/kernel_generator.h"
#include "tap.h"

enum { DEFAULT_KERNELS = 12 };

struct outputs {
  bool ran;
  uint32_t values[GENERATED_GLOBAL];
};

static uint64_t setting(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

static void make_inputs(uint32_t *values) {
  for (uint32_t i = 0; i < GENERATED_GLOBAL; i++) values[i] = i * 2654435761U + 12345U;
}

/* A generated kernel's arguments on a device: out and in. */
static enum wb_status make_arguments(struct wb_device *device, struct wb_arg args[2],
                                     struct wb_error *err) {
  enum wb_status status = WB_OK;
  static const char *const names[2] = {"out", "in"};
  static const enum wb_buffer_access access[2] = {WB_BUFFER_WRITE_ONLY, WB_BUFFER_READ_ONLY};
  uint32_t inputs[GENERATED_GLOBAL];
  make_inputs(inputs);
  memset(args, 0, 2 * sizeof *args);
  for (int i = 0; i < 2 && status == WB_OK; i++) {
    struct wb_buffer_desc desc = {
        .name = names[i], .type = {WB_UINT, 1}, .bytes = sizeof inputs, .access = access[i]};
    args[i].kind = WB_ARG_BUFFER;
    args[i].name = names[i];
    args[i].type = desc.type;
    status = wb_buffer_create(device, &desc, &args[i].value.buffer, err);
  }
  if (status == WB_OK)
    status = wb_buffer_write(device, args[1].value.buffer, 0, inputs, sizeof inputs, err);
  return status;
}

static enum wb_status launch(struct wb_device *device, wb_handle program, struct wb_schedule order,
                             struct wb_outcome *outcome, struct outputs *outputs,
                             struct wb_error *err) {
  struct wb_arg args[2];
  struct wb_launch request = {.program = program,
                              .kernel = "generated",
                              .dimensions = 1,
                              .global = {GENERATED_GLOBAL, 1, 1},
                              .local = {GENERATED_LOCAL, 1, 1},
                              .args = args,
                              .n_args = 2,
                              .limits = {.time_ms = 20000,
                                         .memory_bytes = 256U << 20,
                                         .output_bytes = 4096,
                                         .steps = 1000000},
                              .schedule = order};
  enum wb_status status = make_arguments(device, args, err);
  if (status == WB_OK) status = wb_device_launch(device, &request, outcome, err);
  if (status == WB_OK) status = wb_device_finish(device, err);
  if (status == WB_OK)
    status = wb_buffer_read(device, args[0].value.buffer, 0, outputs->values,
                            sizeof outputs->values, err);
  for (int i = 0; i < 2; i++)
    if (args[i].value.buffer != 0) wb_buffer_release(device, args[i].value.buffer, NULL);
  return status;
}

static void run_once(struct wb_device *device, wb_handle program, struct wb_schedule order,
                     struct outputs *outputs) {
  struct wb_error err = {0};
  struct wb_outcome outcome;
  wb_outcome_init(&outcome);
  enum wb_status status = launch(device, program, order, &outcome, outputs, &err);
  outputs->ran = status == WB_OK && outcome.kind == WB_OUTCOME_DONE && outcome.n_findings == 0;
  if (!outputs->ran) printf("# %s %s\n", err.message, outcome.detail);
  for (size_t i = 0; i < outcome.n_findings; i++)
    printf("# %s line %u: %s\n", wb_finding_kind_name(outcome.findings[i].kind),
           outcome.findings[i].line, outcome.findings[i].message);
  wb_outcome_release(&outcome);
}

/* Builds `source` once and launches it in each order. */
static void run_kernel(struct wb_device *device, const char *source,
                       const struct wb_schedule *orders, size_t count, struct outputs *outputs) {
  struct wb_error err = {0};
  struct wb_build_result built;
  struct wb_build_request request = {.source = source,
                                     .length = strlen(source),
                                     .file_name = "generated.cl",
                                     .options = "",
                                     .time_limit_ms = 60000};
  wb_build_result_init(&built);
  enum wb_status status = wb_device_build(device, &request, &built, &err);
  if (status != WB_OK) printf("# %s %s\n", err.message, built.log != NULL ? built.log : "");
  for (size_t i = 0; i < count; i++) {
    outputs[i].ran = false;
    if (status == WB_OK) run_once(device, built.program, orders[i], &outputs[i]);
  }
  if (built.program != 0) wb_program_release(device, built.program, NULL);
  wb_build_result_release(&built);
}

static bool same(const struct outputs *a, const struct outputs *b) {
  return memcmp(a->values, b->values, sizeof a->values) == 0;
}

static void compare_one(struct wb_device *emulator, struct wb_device *opencl, uint64_t seed) {
  static const struct wb_schedule orders[3] = {
      {WB_SCHEDULE_FORWARD, 0}, {WB_SCHEDULE_REVERSE, 0}, {WB_SCHEDULE_SHUFFLE, 5}};
  struct outputs outputs[4];
  struct wb_str source;
  size_t count = 3;
  bool good = true;
  wb_str_init(&source);
  generate_kernel(seed, &source);
  run_kernel(emulator, source.data, orders, count, outputs);
  if (opencl != NULL) run_kernel(opencl, source.data, orders, 1, &outputs[count++]);
  for (size_t i = 0; i < count; i++)
    good = CHECK(outputs[i].ran) && CHECK(same(&outputs[i], &outputs[0])) && good;
  if (!good) printf("# FUZZ_SEED=%llu FUZZ_KERNELS=1 shows it again\n", (unsigned long long)seed);
  wb_str_release(&source);
}

static void random_right_kernels_agree(void) {
  struct wb_device *emulator = NULL;
  struct wb_device *opencl = NULL;
  struct wb_error err = {0};
  uint64_t first = setting("FUZZ_SEED", 1);
  uint64_t count = setting("FUZZ_KERNELS", DEFAULT_KERNELS);
  if (wb_device_open("emulator", -1, &emulator, &err) != WB_OK) {
    CHECK(err.status == WB_ERR_MISSING);
    tap_skip(err.message);
    return;
  }
  if (wb_device_open("opencl", -1, &opencl, &err) != WB_OK)
    printf("# no OpenCL device to compare with: %s\n", err.message);
  for (uint64_t i = 0; i < count; i++) compare_one(emulator, opencl, first + i);
  wb_device_close(opencl);
  wb_device_close(emulator);
}

int main(void) {
  const char *build = getenv("BUILD");
  setenv("WORKBENCH_LIBEXEC", build != NULL ? build : "build", 0);
  tap_run("random right kernels are clean and agree on every device", random_right_kernels_agree);
  return tap_finish();
}
