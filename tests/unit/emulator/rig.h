/* Launches kernels that are plain C: they call the checks by hand, as the
 * instrumentation of a real kernel would. Site n is line 10 + n, column n + 1. */
#ifndef WB_TESTS_EMULATOR_RIG_H
#define WB_TESTS_EMULATOR_RIG_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/run/launch.h"
#include "emulator/run/run.h"
#include "emulator/run/signals.h"
#include "tap.h"

enum { RIG_SITES = 4096, RIG_ARGS = 8, RIG_STATICS = 8 };

typedef void rig_kernel(struct wbrt_context *context, const void *const *args);

struct rig {
  struct wb_kernel_image image;
  struct wb_kernel_info info;
  struct wbrt_site sites[RIG_SITES];
  uint32_t param_bytes[RIG_ARGS];
  struct wb_static_object statics[RIG_STATICS];
  struct wb_launch launch;
  struct wb_arg args[RIG_ARGS];
  struct wb_emulator_buffer *buffers[RIG_ARGS];
  size_t n_buffers;
  struct wb_bound_buffers bound;
  struct wb_outcome outcome;
  struct wb_error err;
  struct wb_walls walls;
};

static inline struct rig *rig_new(rig_kernel *kernel, size_t global, size_t local) {
  struct rig *rig = calloc(1, sizeof *rig);
  if (wb_walls_choose(&rig->walls, &rig->err) != WB_OK) exit(1);
  rig->image = (struct wb_kernel_image){.name = "kernel",
                                        .entry = kernel,
                                        .info = &rig->info,
                                        .param_bytes = rig->param_bytes,
                                        .objects = rig->statics,
                                        .sites = rig->sites,
                                        .n_sites = RIG_SITES};
  for (uint32_t i = 0; i < RIG_SITES; i++)
    rig->sites[i] =
        (struct wbrt_site){.line = 10 + i, .column = i + 1, .bytes = 4, .element_bytes = 4};
  rig->launch = (struct wb_launch){
      .kernel = "kernel",
      .dimensions = 1,
      .global = {global},
      .local = {local},
      .args = rig->args,
      .limits = {
          .time_ms = 20000, .memory_bytes = 256 << 20, .output_bytes = 1000, .steps = 1000000}};
  return rig;
}

static inline void rig_param(struct rig *rig, enum wb_arg_kind kind, enum wb_memory memory,
                             const char *name, const char *type_name, struct wb_dtype type) {
  size_t i = rig->info.n_params++;
  rig->launch.n_args = rig->info.n_params;
  snprintf(rig->info.params[i].name, sizeof rig->info.params[i].name, "%s", name);
  snprintf(rig->info.params[i].type_name, sizeof rig->info.params[i].type_name, "%s", type_name);
  rig->info.params[i].memory = memory;
  rig->image.param_least[i] = 4;
  rig->param_bytes[i] = kind == WB_ARG_SCALAR ? (uint32_t)wb_dtype_size(type) : 8;
  rig->args[i] = (struct wb_arg){.kind = kind, .name = name, .type = type};
}

/* A buffer of `count` ints that the host wrote (zeros) or not. */
static inline struct wb_emulator_buffer *rig_buffer(struct rig *rig, const char *name, size_t count,
                                                    enum wb_buffer_access access, bool written) {
  const struct wb_dtype type = {WB_INT, 1};
  const struct wb_buffer_desc desc = {
      .name = name, .type = type, .bytes = count * 4, .access = access};
  struct wb_emulator_buffer *buffer = NULL;
  rig_param(rig, WB_ARG_BUFFER, WB_MEMORY_GLOBAL, name, "int*", type);
  if (!CHECK(wb_emulator_buffer_new(&desc, &buffer, NULL) == WB_OK)) exit(1);
  rig->args[rig->launch.n_args - 1].value.buffer = 1;
  rig->bound.of[rig->launch.n_args - 1] = buffer;
  rig->buffers[rig->n_buffers++] = buffer;
  const int zero = 0;
  if (written && count > 0) wb_emulator_buffer_fill(buffer, 0, count * 4, &zero, 4);
  return buffer;
}

/* A `__local int NAME[count]`; its object number. */
static inline uint32_t rig_static(struct rig *rig, enum wb_memory memory, const char *name,
                                  uint64_t bytes, const void *initial) {
  uint32_t i = rig->image.n_objects++;
  rig->statics[i] = (struct wb_static_object){.name = name,
                                              .memory = (uint8_t)memory,
                                              .size = bytes,
                                              .align = 4,
                                              .least_access = 4,
                                              .initial = initial};
  return WBRT_FIRST_STATIC + i;
}

static inline struct wb_launch_host rig_host(const struct rig *rig) {
  return (struct wb_launch_host){.buffers = rig->buffers,
                                 .n_buffers = rig->n_buffers,
                                 .walls = rig->walls,
                                 .handled = wb_run_signals_handled()};
}

static inline struct wb_launch_job rig_job(const struct rig *rig) {
  return (struct wb_launch_job){.image = &rig->image, .launch = &rig->launch, .bound = rig->bound};
}

static inline struct wb_outcome *rig_run(struct rig *rig) {
  const struct wb_launch_host host = rig_host(rig);
  const struct wb_launch_job job = rig_job(rig);
  free(rig->outcome.text);
  memset(&rig->outcome, 0, sizeof rig->outcome);
  if (!CHECK(wb_launch_run(&host, &job, &rig->outcome, &rig->err) == WB_OK))
    printf("# %s\n", rig->err.message);
  return &rig->outcome;
}

static inline void rig_free(struct rig *rig) {
  for (size_t i = 0; i < rig->n_buffers; i++) wb_emulator_buffer_free(rig->buffers[i]);
  free(rig->outcome.text);
  free(rig);
}

static inline int rig_int(struct rig *rig, size_t buffer, size_t index) {
  int value;
  wb_emulator_buffer_read(rig->buffers[buffer], index * 4, &value, 4);
  return value;
}

/* Exactly one finding of the kind, or a description of what there was. */
static inline const struct wb_finding *rig_one(struct rig *rig, enum wb_finding_kind kind) {
  const struct wb_outcome *outcome = &rig->outcome;
  static const struct wb_finding none;
  bool good = CHECK(outcome->n_findings == 1) && CHECK(outcome->findings[0].kind == kind);
  for (size_t i = 0; i < outcome->n_findings && !good; i++)
    printf("#   %s line %u: %s\n", wb_finding_kind_name(outcome->findings[i].kind),
           outcome->findings[i].line, outcome->findings[i].message);
  if (outcome->kind != WB_OUTCOME_DONE)
    printf("# outcome %d: %s\n", (int)outcome->kind, outcome->detail);
  return outcome->n_findings > 0 ? &outcome->findings[0] : &none;
}

static inline bool rig_clean(struct rig *rig) {
  bool good = rig->outcome.n_findings == 0 && rig->outcome.kind == WB_OUTCOME_DONE;
  for (size_t i = 0; i < rig->outcome.n_findings; i++)
    printf("#   %s line %u: %s\n", wb_finding_kind_name(rig->outcome.findings[i].kind),
           rig->outcome.findings[i].line, rig->outcome.findings[i].message);
  if (rig->outcome.kind != WB_OUTCOME_DONE)
    printf("# outcome %d: %s\n", (int)rig->outcome.kind, rig->outcome.detail);
  return good;
}

/* ---- what instrumented code does --------------------------------------------- */

static inline uint64_t pointer_arg(const void *const *args, size_t i) {
  uint64_t address;
  memcpy(&address, args[i], 8);
  return address;
}

static inline bool load_from(struct wbrt_context *c, uint64_t address, uint32_t object,
                             uint32_t site, int *value) {
  uint64_t use = wbrt_check(c, address, object, 4, 4, WBRT_READ, site);
  bool unwritten = wbrt_unwritten(c, use, object, 4, WBRT_READ, site);
  memcpy(value, (const void *)(uintptr_t)use, 4);
  return unwritten;
}

/* args[arg][index]; the value is used for nothing that matters. */
static inline int load(struct wbrt_context *c, const void *const *args, uint32_t arg, int64_t index,
                       uint32_t site) {
  int value;
  load_from(c, pointer_arg(args, arg) + (uint64_t)index * 4, WBRT_FIRST_ARGUMENT + arg, site,
            &value);
  return value;
}

static inline void store_bytes(struct wbrt_context *c, uint64_t address, uint32_t object,
                               uint32_t site, const void *value, uint32_t size) {
  uint64_t use = wbrt_check(c, address, object, size, 1, WBRT_WRITE, site);
  memcpy((void *)(uintptr_t)use, value, size);
  wbrt_mark(c, use, object, size, WBRT_WRITE, false);
}

static inline void store(struct wbrt_context *c, const void *const *args, uint32_t arg,
                         int64_t index, uint32_t site, int value) {
  store_bytes(c, pointer_arg(args, arg) + (uint64_t)index * 4, WBRT_FIRST_ARGUMENT + arg, site,
              &value, 4);
}

static inline int load_object(struct wbrt_context *c, uint32_t object, int64_t index,
                              uint32_t site) {
  int value;
  load_from(c, c->objects[object].base + (uint64_t)index * 4, object, site, &value);
  return value;
}

static inline void store_object(struct wbrt_context *c, uint32_t object, int64_t index,
                                uint32_t site, int value) {
  store_bytes(c, c->objects[object].base + (uint64_t)index * 4, object, site, &value, 4);
}

static inline void add_atomic(struct wbrt_context *c, uint64_t address, uint32_t object,
                              uint32_t site, int value) {
  uint64_t use = wbrt_check(c, address, object, 4, 4, WBRT_READ | WBRT_WRITE | WBRT_ATOMIC, site);
  int old;
  memcpy(&old, (const void *)(uintptr_t)use, 4);
  old += value;
  memcpy((void *)(uintptr_t)use, &old, 4);
  wbrt_mark(c, use, object, 4, WBRT_READ | WBRT_WRITE | WBRT_ATOMIC, false);
}

#endif
