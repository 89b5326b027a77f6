/* The emulator behind device/device.h. */
#include "emulator/emulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

#include "base/str.h"
#include "device/registry.h"
#include "emulator/buffer.h"
#include "emulator/runtime.h"
#include "emulator/spare.h"
#include "emulator/run/launch.h"
#include "emulator/run/parallel.h"
#include "emulator/run/signals.h"

/* A program, and how long launches of it took while there was only quick code for it. */
struct built {
  struct wb_program *program;
  uint64_t quick_ns;
};

/* A launch under way. */
struct running {
  struct wb_launch_process *process;
  wb_handle program;
  struct wb_outcome *outcome;
};

enum { MOST_RUNNING = 8 };

/* Handles are indices + 1; freed ones are used again. */
struct wb_device {
  struct wb_device_base base;
  struct wb_compiler *compiler;
  struct wb_emulator_buffer **buffers;
  size_t n_buffers, buffers_capacity;
  struct wb_spares spares;
  struct built *programs;
  size_t n_programs, programs_capacity;
  struct wb_walls walls; /* of launches */
  uint64_t handled;      /* signals: run/signals.h */
  /* Launches run beside each other where they share no buffer, on a processor each. They are waited
   * for in their order. Since the last finish: */
  struct running running[MOST_RUNNING];
  size_t n_running, processors;
  enum wb_status failed; /* a launch, of this machine's fault */
  struct wb_error failure;
  bool has_stopped;  /* one that came to an end of another kind than WB_OUTCOME_DONE */
  char *own_include; /* the folder of the workbench's own headers, or NULL */
};

static struct wb_emulator_buffer *buffer_of(struct wb_device *device, wb_handle handle) {
  return handle > 0 && handle <= device->n_buffers ? device->buffers[handle - 1] : NULL;
}

static struct wb_program *program_of(struct wb_device *device, wb_handle handle) {
  return handle > 0 && handle <= device->n_programs ? device->programs[handle - 1].program : NULL;
}

static enum wb_status no_such(struct wb_error *err, const char *what, wb_handle handle) {
  return wb_fail(err, WB_ERR_NOT_FOUND, "there is no %s %u", what, handle);
}

static void fill_info(struct wb_device_info *info) {
  struct sysinfo system;
  *info = (struct wb_device_info){.checks = true,
                                  .keeps_inputs = true,
                                  .fp64 = true,
                                  .fp16 = true,
                                  .subgroups = true,
                                  .shuffles = true,
                                  .local_memory = WB_LOCAL_MEMORY_BYTES,
                                  .max_group_size = WB_MAX_GROUP_ITEMS};
  if (sysinfo(&system) == 0) info->global_memory = (uint64_t)system.totalram * system.mem_unit;
  for (int d = 0; d < 3; d++) info->max_item_size[d] = WB_MAX_GROUP_ITEMS;
  snprintf(info->selector, sizeof info->selector, "emulator");
  snprintf(info->name, sizeof info->name, WB_EMULATOR_NAME);
  wb_emulator_version(info->vendor, sizeof info->vendor);
}

static void emulator_close(struct wb_device *device) {
  for (size_t i = 0; i < device->n_running; i++) wb_launch_free(device->running[i].process);
  for (size_t i = 0; i < device->n_buffers; i++) wb_emulator_buffer_free(device->buffers[i]);
  wb_spares_free(&device->spares);
  for (size_t i = 0; i < device->n_programs; i++) wb_program_free(device->programs[i].program);
  if (device->compiler != NULL) wb_compiler_free(device->compiler);
  free(device->buffers);
  free(device->programs);
  free(device->own_include);
  free(device);
}

static enum wb_status emulator_info(struct wb_device *device, struct wb_device_info *info,
                                    struct wb_error *err) {
  (void)err;
  fill_info(info);
  info->walls = device->walls;
  return WB_OK;
}

/* ---- launches under way -------------------------------------------------------------- */

static void finish_first(struct wb_device *device); /* below: it may make better code */

static void finish_running(struct wb_device *device) {
  while (device->n_running > 0) finish_first(device);
}

/* Whether a launch under way uses the buffer. */
static bool is_in_use(const struct wb_device *device, const struct wb_emulator_buffer *buffer) {
  bool used = false;
  for (size_t i = 0; i < device->n_running; i++)
    used |= wb_launch_uses(device->running[i].process, buffer);
  return used;
}

/* The buffer, once no launch under way uses it; NULL: there is none. */
static struct wb_emulator_buffer *free_buffer(struct wb_device *device, wb_handle handle) {
  struct wb_emulator_buffer *buffer = buffer_of(device, handle);
  while (buffer != NULL && is_in_use(device, buffer)) finish_first(device);
  return buffer;
}

/* ---- buffers ----------------------------------------------------------------------- */

static enum wb_status buffer_create(struct wb_device *device, const struct wb_buffer_desc *desc,
                                    wb_handle *handle, struct wb_error *err) {
  struct wb_emulator_buffer *buffer = wb_spares_take(&device->spares, desc);
  size_t slot = 0;
  enum wb_status status = buffer == NULL ? wb_emulator_buffer_new(desc, &buffer, err) : WB_OK;
  if (status != WB_OK) return status;
  while (slot < device->n_buffers && device->buffers[slot] != NULL) slot++;
  if (slot == device->n_buffers) {
    if (slot == device->buffers_capacity) finish_running(device); /* which point to it */
    device->buffers = wb_grow(device->buffers, &device->buffers_capacity, slot + 1,
                              sizeof(struct wb_emulator_buffer *));
    device->n_buffers++;
  }
  device->buffers[slot] = buffer;
  *handle = (wb_handle)(slot + 1);
  return WB_OK;
}

static enum wb_status buffer_release(struct wb_device *device, wb_handle handle,
                                     struct wb_error *err) {
  struct wb_emulator_buffer *buffer = free_buffer(device, handle);
  if (buffer == NULL) return no_such(err, "buffer", handle);
  wb_spares_put(&device->spares, buffer);
  device->buffers[handle - 1] = NULL;
  return WB_OK;
}

static enum wb_status buffer_write(struct wb_device *device, wb_handle handle, size_t offset,
                                   const void *bytes, size_t length, struct wb_error *err) {
  struct wb_emulator_buffer *buffer = free_buffer(device, handle);
  if (buffer == NULL) return no_such(err, "buffer", handle);
  if (length > 0) wb_emulator_buffer_write(buffer, offset, bytes, length);
  return WB_OK;
}

static enum wb_status buffer_read(struct wb_device *device, wb_handle handle, size_t offset,
                                  void *bytes, size_t length, struct wb_error *err) {
  struct wb_emulator_buffer *buffer = free_buffer(device, handle);
  if (buffer == NULL) return no_such(err, "buffer", handle);
  if (length > 0) wb_emulator_buffer_read(buffer, offset, bytes, length);
  return WB_OK;
}

static enum wb_status buffer_fill(struct wb_device *device, wb_handle handle, size_t offset,
                                  size_t length, const void *pattern, size_t pattern_length,
                                  struct wb_error *err) {
  struct wb_emulator_buffer *buffer = free_buffer(device, handle);
  if (buffer == NULL) return no_such(err, "buffer", handle);
  if (length > 0) wb_emulator_buffer_fill(buffer, offset, length, pattern, pattern_length);
  return WB_OK;
}

static enum wb_status buffer_copy(struct wb_device *device, wb_handle from, size_t from_offset,
                                  wb_handle to, size_t to_offset, size_t length,
                                  struct wb_error *err) {
  struct wb_emulator_buffer *source = free_buffer(device, from), *target = free_buffer(device, to);
  if (source == NULL) return no_such(err, "buffer", from);
  if (target == NULL) return no_such(err, "buffer", to);
  if (length > 0) wb_emulator_buffer_copy(source, from_offset, target, to_offset, length);
  return WB_OK;
}

static enum wb_status buffer_state(struct wb_device *device, wb_handle handle,
                                   struct wb_buffer_state *state, struct wb_error *err) {
  struct wb_emulator_buffer *buffer = free_buffer(device, handle);
  if (buffer == NULL) return no_such(err, "buffer", handle);
  wb_emulator_buffer_state(buffer, state);
  return WB_OK;
}

/* ---- programs ------------------------------------------------------------------------ */

static char *kernel_names(const struct wb_program *program) {
  size_t count = 0;
  const char *const *names = wb_program_kernels(program, &count);
  struct wb_str text;
  wb_str_init(&text);
  for (size_t i = 0; i < count; i++) wb_str_addf(&text, "%s%s", i > 0 ? ";" : "", names[i]);
  return wb_str_detach(&text);
}

static enum wb_status describe_kernel(struct wb_program *program, const char *kernel,
                                      struct wb_kernel_info *info, struct wb_error *err) {
  const struct wb_kernel_image *image = NULL;
  const enum wb_status status = wb_program_kernel(program, kernel, &image, err);
  if (status != WB_OK) return status;
  *info = *image->info;
  memcpy(info->required_group_size, image->required_group_size, sizeof info->required_group_size);
  info->may_depend_on_order = image->may_depend_on_order;
  for (size_t i = 0; i < info->n_params; i++)
    info->params[i].bytes = info->params[i].memory == WB_MEMORY_PRIVATE ? image->param_bytes[i] : 0;
  return status;
}

static void describe_kernels(struct wb_program *program, struct wb_build_result *result) {
  size_t count = 0, *n = &result->n_infos;
  const char *const *names = wb_program_kernels(program, &count);
  if (count > WB_MAX_BUILD_INFOS) count = WB_MAX_BUILD_INFOS;
  result->infos = wb_alloc(count * sizeof *result->infos);
  while (*n < count && describe_kernel(program, names[*n], &result->infos[*n], NULL) == WB_OK) ++*n;
}

static enum wb_status emulator_build(struct wb_device *device,
                                     const struct wb_build_request *request,
                                     struct wb_build_result *result, struct wb_error *err) {
  struct wb_program *program = NULL;
  size_t slot = 0;
  struct wb_build_request own = *request;
  own.own_include = device->own_include;
  enum wb_status status = wb_compile(device->compiler, &own, &program, result, err);
  if (status != WB_OK) return status;
  while (slot < device->n_programs && device->programs[slot].program != NULL) slot++;
  if (slot == device->n_programs) {
    device->programs =
        wb_grow(device->programs, &device->programs_capacity, slot + 1, sizeof(struct built));
    device->n_programs++;
  }
  device->programs[slot] = (struct built){.program = program};
  result->kernels = kernel_names(program);
  describe_kernels(program, result);
  memcpy(result->fingerprint, wb_program_fingerprint(program), sizeof result->fingerprint);
  result->program = (wb_handle)(slot + 1);
  return WB_OK;
}

static enum wb_status emulator_prepare(struct wb_device *device,
                                       const struct wb_build_request *request,
                                       struct wb_error *err) {
  struct wb_build_request own = *request;
  (void)err;
  own.own_include = device->own_include;
  wb_compiler_prepare(device->compiler, &own);
  return WB_OK;
}

static enum wb_status program_release(struct wb_device *device, wb_handle handle,
                                      struct wb_error *err) {
  finish_running(device);
  struct wb_program *program = program_of(device, handle);
  if (program == NULL) return no_such(err, "program", handle);
  wb_program_free(program);
  device->programs[handle - 1] = (struct built){0};
  return WB_OK;
}

static enum wb_status kernel_info(struct wb_device *device, wb_handle handle, const char *kernel,
                                  struct wb_kernel_info *info, struct wb_error *err) {
  struct wb_program *program = program_of(device, handle);
  return program != NULL ? describe_kernel(program, kernel, info, err)
                         : no_such(err, "program", handle);
}

static enum wb_status buffer_forget(struct wb_device *device, wb_handle handle, size_t offset,
                                    size_t length, struct wb_error *err) {
  struct wb_emulator_buffer *buffer = free_buffer(device, handle);
  if (buffer == NULL) return no_such(err, "buffer", handle);
  if (length > 0) wb_emulator_buffer_forget(buffer, offset, length);
  return WB_OK;
}

/* ---- launches -------------------------------------------------------------------------- */

/* A part of a buffer that begins where an object may is seen in place (run/memory.c). For another
 * one the kernel gets a buffer of its own with the part's bytes, which return when it has run. Two
 * arguments that see the same part have one such buffer. */
struct parts {
  struct wb_emulator_buffer *of[WB_MAX_ARGS]; /* NULL: the argument is no such part */
  struct wb_emulator_buffer **buffers;        /* the device's, and these */
  size_t n_buffers;
  struct wb_launch launch;         /* as the kernel's process sees it: */
  struct wb_arg args[WB_MAX_ARGS]; /* what was copied is a whole */
};

static bool is_copied(const struct wb_arg *arg) {
  return arg->kind == WB_ARG_BUFFER && arg->value.buffer != 0 && arg->buffer_bytes > 0 &&
         arg->buffer_offset % WBRT_OBJECT_ALIGN != 0;
}

static enum wb_status bind_buffers(struct wb_device *device, const struct wb_launch *launch,
                                   struct wb_bound_buffers *bound, struct wb_error *err) {
  for (size_t i = 0; i < launch->n_args && i < WB_MAX_ARGS; i++) {
    const struct wb_arg *arg = &launch->args[i];
    if (arg->kind != WB_ARG_BUFFER || arg->value.buffer == 0) continue;
    bound->of[i] = buffer_of(device, arg->value.buffer);
    if (bound->of[i] == NULL) return no_such(err, "buffer", arg->value.buffer);
  }
  return WB_OK;
}

/* Quick code is replaced by better once it has cost about as much as that is to make. For tests,
 * the environment's WORKBENCH_TIER says that it never is (quick), or at once (optimised). */
enum {
  TRIAL_MS = 30,
  QUICK_CODE_MS = 60,
  LAUNCH_NS = 2000000 /* of a launch's time: its process, whatever the code */
};

enum choice { CHOOSE, QUICK, OPTIMISED };

static enum choice chosen_tier(void) {
  const char *name = getenv("WORKBENCH_TIER");
  if (name == NULL) return CHOOSE;
  return strcmp(name, "quick") == 0 ? QUICK : strcmp(name, "optimised") == 0 ? OPTIMISED : CHOOSE;
}

static enum wb_status improve_code(struct wb_device *device, wb_handle program,
                                   struct wb_launch_job *job, struct wb_error *err) {
  struct built *built = &device->programs[program - 1];
  if (wb_program_has_better(built->program)) wb_compiler_improve(device->compiler, &built->program);
  job->trial_ms = 0;
  return wb_program_kernel(built->program, job->launch->kernel, &job->image, err);
}

/* Processor's time of launches, which are this process's children. */
static uint64_t children_ns(void) {
  struct rusage used;
  if (getrusage(RUSAGE_CHILDREN, &used) != 0) return 0;
  return (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * UINT64_C(1000000000) +
         (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1000;
}

/* Waits for a launch, and makes it once more in better code where quick code takes too long. */
static enum wb_status end_launch(struct wb_device *device, const struct running *running,
                                 struct wb_error *err) {
  struct wb_launch_job job = *wb_launch_job_of(running->process);
  bool gave_up = false;
  const uint64_t before = children_ns();
  wb_compiler_keep(device->compiler);
  enum wb_status status = wb_launch_end(running->process, running->outcome, &gave_up, err);
  const uint64_t took = children_ns() - before;
  device->programs[running->program - 1].quick_ns += took > LAUNCH_NS ? took - LAUNCH_NS : 0;
  if (gave_up) status = improve_code(device, running->program, &job, err);
  if (gave_up && status == WB_OK) status = wb_launch_run(&job, running->outcome, err);
  return status;
}

static void cancel_launch(struct wb_outcome *outcome) {
  outcome->kind = WB_OUTCOME_CANCELLED;
  snprintf(outcome->detail, sizeof outcome->detail,
           "a launch before it has come to a limit, or crashed");
}

/* Those after one that did not come to its end well are not waited for. */
static void stop_launches(struct wb_device *device) {
  for (size_t i = 0; i < device->n_running; i++) {
    wb_launch_free(device->running[i].process);
    cancel_launch(device->running[i].outcome);
  }
  device->n_running = 0;
  device->has_stopped = true;
}

static void finish_first(struct wb_device *device) {
  const struct running first = device->running[0];
  struct wb_error err = {0};
  device->n_running--;
  memmove(device->running, device->running + 1, device->n_running * sizeof first);
  const enum wb_status status = end_launch(device, &first, &err);
  wb_launch_free(first.process);
  if (status != WB_OK && device->failed == WB_OK) {
    device->failed = status;
    device->failure = err;
  }
  if (status != WB_OK || first.outcome->kind != WB_OUTCOME_DONE) stop_launches(device);
}

/* Starts a launch whose buffers no other one uses. */
static enum wb_status start_launch(struct wb_device *device, struct wb_launch_job *job,
                                   struct wb_outcome *outcome, struct wb_error *err) {
  const struct built *built = &device->programs[job->launch->program - 1];
  const enum choice choice = chosen_tier();
  enum wb_status status = WB_OK;
  if (wb_program_has_better(built->program) && choice != QUICK) {
    job->trial_ms = TRIAL_MS;
    if (choice == OPTIMISED || built->quick_ns > QUICK_CODE_MS * UINT64_C(1000000) ||
        wb_launch_is_long(job))
      status = improve_code(device, job->launch->program, job, err);
  }
  struct running *running = &device->running[device->n_running];
  *running = (struct running){.program = job->launch->program, .outcome = outcome};
  if (status == WB_OK) status = wb_launch_start(job, &running->process, outcome, err);
  if (running->process != NULL) device->n_running++;
  return status;
}

static enum wb_status make_part(const struct wb_arg *arg, struct wb_emulator_buffer *whole,
                                struct wb_emulator_buffer **part, struct wb_error *err) {
  const struct wb_buffer_desc desc = {
      .name = arg->name, .type = whole->type, .bytes = arg->buffer_bytes, .access = whole->access};
  enum wb_status status = wb_emulator_buffer_new(&desc, part, err);
  if (status == WB_OK && !whole->fresh)
    wb_emulator_buffer_copy(whole, arg->buffer_offset, *part, 0, arg->buffer_bytes);
  return status;
}

/* The first argument that sees the same bytes. */
static size_t same_part(const struct wb_launch *launch, size_t index) {
  const struct wb_arg *arg = &launch->args[index];
  size_t i = 0;
  while (i < index && (launch->args[i].kind != WB_ARG_BUFFER ||
                       launch->args[i].value.buffer != arg->value.buffer ||
                       launch->args[i].buffer_offset != arg->buffer_offset ||
                       launch->args[i].buffer_bytes != arg->buffer_bytes))
    i++;
  return i;
}

/* A copy does not show what is written to others that overlap with it; what a kernel does that
 * writes one of them is undefined (OpenCL 3.0, section 5.2.2). Those in place race. */
static bool parts_clash(const struct wb_device *device, const struct wb_launch_job *job, size_t a,
                        size_t b) {
  const struct wb_arg *x = &job->launch->args[a], *y = &job->launch->args[b];
  if (x->kind != WB_ARG_BUFFER || y->kind != WB_ARG_BUFFER || x->value.buffer == 0 ||
      x->value.buffer != y->value.buffer ||
      same_part(job->launch, b) == same_part(job->launch, a) || (!is_copied(x) && !is_copied(y)))
    return false;
  const uint64_t whole = device->buffers[x->value.buffer - 1]->bytes;
  const uint64_t x_end = x->buffer_offset + (x->buffer_bytes > 0 ? x->buffer_bytes : whole);
  const uint64_t y_end = y->buffer_offset + (y->buffer_bytes > 0 ? y->buffer_bytes : whole);
  const bool written = ((job->image->never_written >> a & job->image->never_written >> b) & 1) == 0;
  return written && x->buffer_offset < y_end && y->buffer_offset < x_end;
}

static enum wb_status check_parts(const struct wb_device *device, const struct wb_launch_job *job,
                                  struct wb_error *err) {
  for (size_t b = 0; b < job->launch->n_args; b++)
    for (size_t a = 0; a < b; a++)
      if (parts_clash(device, job, a, b))
        return wb_fail(err, WB_ERR_USAGE,
                       "arguments %zu and %zu of %s are parts of one buffer that overlap, and the "
                       "kernel writes: what it then does is undefined",
                       a + 1, b + 1, job->launch->kernel);
  return WB_OK;
}

static enum wb_status make_parts(struct wb_device *device, struct wb_launch_job *job,
                                 struct parts *parts, struct wb_error *err) {
  const struct wb_launch *launch = job->launch;
  enum wb_status status = WB_OK;
  parts->launch = *launch;
  memcpy(parts->args, launch->args, launch->n_args * sizeof *launch->args);
  parts->launch.args = parts->args;
  parts->buffers = wb_alloc((device->n_buffers + WB_MAX_ARGS) * sizeof *parts->buffers);
  memcpy(parts->buffers, device->buffers, device->n_buffers * sizeof *parts->buffers);
  parts->n_buffers = device->n_buffers;
  for (size_t i = 0; i < launch->n_args && i < WB_MAX_ARGS && status == WB_OK; i++) {
    if (!is_copied(&launch->args[i])) continue;
    parts->args[i].buffer_offset = parts->args[i].buffer_bytes = 0;
    const size_t twin = same_part(launch, i);
    if (twin < i) {
      job->bound.of[i] = parts->of[twin];
      continue;
    }
    status = make_part(&launch->args[i], job->bound.of[i], &parts->of[i], err);
    if (status != WB_OK) break;
    job->bound.of[i] = parts->buffers[parts->n_buffers++] = parts->of[i];
  }
  job->buffers = parts->buffers;
  job->n_buffers = parts->n_buffers;
  job->launch = &parts->launch;
  return status;
}

static void return_parts(struct wb_device *device, const struct wb_launch *launch,
                         struct parts *parts) {
  for (size_t i = 0; i < launch->n_args && i < WB_MAX_ARGS; i++) {
    struct wb_emulator_buffer *part = parts->of[i];
    const struct wb_arg *arg = &launch->args[i];
    if (part == NULL) continue;
    if (!part->fresh && part->access != WB_BUFFER_READ_ONLY)
      wb_emulator_buffer_copy(part, 0, buffer_of(device, arg->value.buffer), arg->buffer_offset,
                              arg->buffer_bytes);
    wb_emulator_buffer_free(part);
  }
  free(parts->buffers);
}

/* What a copy's bytes are of the whole. */
static void move_touched(const struct wb_launch *launch, struct wb_outcome *outcome) {
  for (size_t i = 0; i < outcome->n_touched; i++) {
    struct wb_touched *touched = &outcome->touched[i];
    if (touched->arg >= launch->n_args || !is_copied(&launch->args[touched->arg])) continue;
    touched->start += launch->args[touched->arg].buffer_offset;
    touched->end += launch->args[touched->arg].buffer_offset;
  }
}

static bool sees_copies(const struct wb_launch *launch) {
  bool found = false;
  for (size_t i = 0; i < launch->n_args && !found; i++) found = is_copied(&launch->args[i]);
  return found;
}

/* Nothing else runs meanwhile. */
static enum wb_status launch_parts(struct wb_device *device, struct wb_launch_job *job,
                                   struct wb_outcome *outcome, struct wb_error *err) {
  const struct wb_launch *launch = job->launch;
  struct parts parts = {0};
  enum wb_status status = check_parts(device, job, err);
  if (status == WB_OK) status = make_parts(device, job, &parts, err);
  if (status == WB_OK) status = start_launch(device, job, outcome, err);
  finish_running(device);
  return_parts(device, launch, &parts);
  job->launch = launch;
  if (status == WB_OK) move_touched(launch, outcome);
  return status;
}

static size_t count_busy(const struct wb_device *device) {
  size_t count = 0;
  for (size_t i = 0; i < device->n_running; i++)
    count += !wb_launch_has_ended(device->running[i].process);
  return count;
}

/* Until the launch can start, with a processor for it. */
static void make_room(struct wb_device *device, const struct wb_launch_job *job) {
  while (device->n_running == MOST_RUNNING || count_busy(device) >= device->processors)
    finish_first(device);
  for (size_t i = 0; i < WB_MAX_ARGS; i++)
    while (job->bound.of[i] != NULL && is_in_use(device, job->bound.of[i])) finish_first(device);
}

static enum wb_status launch_kernel(struct wb_device *device, const struct wb_launch *launch,
                                    struct wb_outcome *outcome, struct wb_error *err) {
  struct wb_launch_job job = {.launch = launch,
                              .buffers = device->buffers,
                              .n_buffers = device->n_buffers,
                              .walls = device->walls,
                              .handled = device->handled};
  if (program_of(device, launch->program) == NULL) return no_such(err, "program", launch->program);
  enum wb_status status = bind_buffers(device, launch, &job.bound, err);
  if (status != WB_OK) return status;
  if (sees_copies(launch))
    finish_running(device);
  else
    make_room(device, &job);
  if (device->has_stopped) {
    cancel_launch(outcome);
    return WB_OK;
  }
  /* What was waited for may have made better code. */
  status = wb_program_kernel(program_of(device, launch->program), launch->kernel, &job.image, err);
  if (status == WB_OK)
    status = sees_copies(launch) ? launch_parts(device, &job, outcome, err)
                                 : start_launch(device, &job, outcome, err);
  return status;
}

/* Whether the launch with that outcome is under way. */
static bool is_running(const struct wb_device *device, const struct wb_outcome *outcome) {
  bool found = false;
  for (size_t i = 0; i < device->n_running; i++) found |= device->running[i].outcome == outcome;
  return found;
}

static enum wb_status emulator_finish(struct wb_device *device, const struct wb_outcome *last,
                                      struct wb_error *err) {
  while (last == NULL ? device->n_running > 0 : is_running(device, last)) finish_first(device);
  const enum wb_status status = device->failed;
  if (status != WB_OK && err != NULL) *err = device->failure;
  device->failed = WB_OK;
  device->has_stopped = false;
  return status;
}

/* ---- opening ---------------------------------------------------------------------------- */

enum wb_status wb_emulator_open(const char *selector, struct wb_device **out,
                                struct wb_error *err) {
  static const struct wb_device_ops ops = {
      .name = "emulator",
      .close = emulator_close,
      .info = emulator_info,
      .buffer_create = buffer_create,
      .buffer_release = buffer_release,
      .buffer_write = buffer_write,
      .buffer_read = buffer_read,
      .buffer_fill = buffer_fill,
      .buffer_copy = buffer_copy,
      .buffer_state = buffer_state,
      .buffer_forget = buffer_forget,
      .build = emulator_build,
      .program_release = program_release,
      .kernel_info = kernel_info,
      .launch = launch_kernel,
      .finish = emulator_finish,
      .prepare = emulator_prepare,
  };
  if (strcmp(selector, "emulator") != 0)
    return wb_fail(err, WB_ERR_NOT_FOUND, "there is no emulator called %s", selector);
  struct wb_device *device = wb_alloc(sizeof *device);
  device->base.ops = &ops;
  device->own_include = wb_own_include_folder();
  device->processors = wb_parallel_processors();
  device->handled = wb_run_signals_handled();
  enum wb_status status = wb_walls_choose(&device->walls, err);
  if (status == WB_OK) status = wb_compiler_new(&device->compiler, err);
  if (status != WB_OK) {
    emulator_close(device);
    device = NULL;
  }
  *out = device;
  return status;
}

size_t wb_emulator_list(struct wb_device_info *infos, size_t max) {
  if (max > 0) fill_info(infos);
  return 1;
}
