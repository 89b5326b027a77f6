/* Runs kernels of text on a device: build, launch with arrays of the test's
 * own, look at what came back. For tests that make kernels themselves. */
#ifndef WB_TESTS_LAB_H
#define WB_TESTS_LAB_H

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "device/registry.h"
#include "tap.h"

enum { LAB_MAX_ARRAYS = 12 };

/* A buffer argument. Written to the device before a launch unless it is
 * WRITE_ONLY, and read back after it unless it is READ_ONLY. */
struct lab_array {
  const char *name;
  struct wb_dtype type;
  enum wb_buffer_access access;
  void *bytes;
  size_t size;
};

struct lab_launch {
  const char *kernel;
  unsigned dimensions; /* 0: one */
  size_t global[3], local[3], offset[3];
  struct lab_array arrays[LAB_MAX_ARRAYS];
  size_t n_arrays;
  struct wb_schedule schedule;
  uint32_t time_ms; /* 0: 20 s */
  uint64_t steps;   /* 0: a million */
};

/* A number from the environment. */
static inline uint64_t lab_setting(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

/* Opens a device; NULL where there is none, which the running test is then
 * skipped for. */
static inline struct wb_device *lab_open(const char *name) {
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  if (wb_device_open(name, -1, &device, &err) != WB_OK) {
    CHECK(err.status == WB_ERR_MISSING);
    tap_skip(err.message);
    return NULL;
  }
  return device;
}

static inline void lab_use_build(void) {
  const char *build = getenv("BUILD");
  setenv("WORKBENCH_LIBEXEC", build != NULL ? build : "build", 0);
}

/* The program, or 0 with the compiler's words printed. `options` are clBuildProgram's. */
static inline wb_handle lab_build_with(struct wb_device *device, const char *source,
                                       const char *options) {
  struct wb_error err = {0};
  struct wb_build_result built;
  struct wb_build_request request = {.source = source,
                                     .length = strlen(source),
                                     .file_name = "test.cl",
                                     .options = options,
                                     .time_limit_ms = 60000};
  wb_build_result_init(&built);
  enum wb_status status = wb_device_build(device, &request, &built, &err);
  if (status != WB_OK) printf("# %s %s\n", err.message, built.log != NULL ? built.log : "");
  wb_handle program = status == WB_OK ? built.program : 0;
  wb_build_result_release(&built);
  return program;
}

static inline wb_handle lab_build(struct wb_device *device, const char *source) {
  return lab_build_with(device, source, "");
}

static inline enum wb_status lab_argument(struct wb_device *device, const struct lab_array *array,
                                          struct wb_arg *arg, struct wb_error *err) {
  const struct wb_buffer_desc desc = {array->name, array->type, array->size, array->access};
  *arg = (struct wb_arg){.kind = WB_ARG_BUFFER, .name = array->name, .type = array->type};
  enum wb_status status = wb_buffer_create(device, &desc, &arg->value.buffer, err);
  if (status == WB_OK && array->access != WB_BUFFER_WRITE_ONLY)
    status = wb_buffer_write(device, arg->value.buffer, 0, array->bytes, array->size, err);
  return status;
}

/* Fills `outcome`, which the caller has initialised and releases. */
static inline enum wb_status lab_run(struct wb_device *device, wb_handle program,
                                     const struct lab_launch *lab, struct wb_outcome *outcome,
                                     struct wb_error *err) {
  struct wb_arg args[LAB_MAX_ARRAYS] = {0};
  struct wb_launch launch = {.program = program,
                             .kernel = lab->kernel,
                             .dimensions = lab->dimensions > 0 ? lab->dimensions : 1,
                             .args = args,
                             .n_args = lab->n_arrays,
                             .schedule = lab->schedule};
  launch.limits = (struct wb_limits){lab->time_ms > 0 ? lab->time_ms : 20000, 256U << 20, 65536,
                                     lab->steps > 0 ? lab->steps : 1000000};
  for (int i = 0; i < 3; i++) {
    launch.global[i] = lab->global[i] > 0 ? lab->global[i] : 1;
    launch.local[i] = lab->local[i] > 0 ? lab->local[i] : 1;
    launch.offset[i] = lab->offset[i];
  }
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < lab->n_arrays && status == WB_OK; i++)
    status = lab_argument(device, &lab->arrays[i], &args[i], err);
  if (status == WB_OK) status = wb_device_launch(device, &launch, outcome, err);
  if (status == WB_OK) status = wb_device_finish(device, err);
  for (size_t i = 0; i < lab->n_arrays; i++) {
    const struct lab_array *array = &lab->arrays[i];
    if (args[i].value.buffer == 0) continue;
    if (status == WB_OK && array->access != WB_BUFFER_READ_ONLY)
      status = wb_buffer_read(device, args[i].value.buffer, 0, array->bytes, array->size, err);
    wb_buffer_release(device, args[i].value.buffer, NULL);
  }
  return status;
}

/* Runs to the end without a finding; else says what was. */
static inline bool lab_run_clean(struct wb_device *device, wb_handle program,
                                 const struct lab_launch *lab) {
  struct wb_error err = {0};
  struct wb_outcome outcome;
  wb_outcome_init(&outcome);
  enum wb_status status = lab_run(device, program, lab, &outcome, &err);
  bool good = status == WB_OK && outcome.kind == WB_OUTCOME_DONE && outcome.n_findings == 0;
  if (!good) printf("# %s: %s %s\n", lab->kernel, err.message, outcome.detail);
  for (size_t i = 0; i < outcome.n_findings; i++)
    printf("#   %s line %u: %s\n", wb_finding_kind_name(outcome.findings[i].kind),
           outcome.findings[i].line, outcome.findings[i].message);
  wb_outcome_release(&outcome);
  return good;
}

/* ---- random numbers ------------------------------------------------------------ */

static inline uint64_t lab_random(uint64_t *state) {
  *state += 0x9E3779B97F4A7C15ULL;
  uint64_t z = *state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

#endif
