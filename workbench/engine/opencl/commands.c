/* Commands of host programs: queues of the driver, and what it says of each command's end.
 *
 * A command is given to the driver when it is enqueued; its event says later how it ended. Kernels
 * and what is known of them are kept from launch to launch, since asking a driver costs more than
 * launching. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/str.h"
#include "device/host_memory.h"
#include "opencl/capture.h"
#include "opencl/internal.h"

/* A command that has not been told of as done. */
struct pending {
  uint64_t id, queued_ns, start_ns, end_ns;
  uint32_t queue;
  struct wb_error *error;     /* why it could not be carried out; NULL: it could */
  struct wb_outcome *outcome; /* of a launch with something to tell; else NULL */
  cl_event event;             /* NULL: it is done, or was never begun */
  cl_event whole;             /* of what must follow it to be done; NULL: nothing must */
  bool launch, timed, ended, told;
};

/* A kernel that was launched, with its sizes that are known to be possible. */
struct kept_kernel {
  wb_handle program;
  char *name;
  cl_kernel kernel;
  struct wb_kernel_info info;
  bool prints; /* its program does: its output must be told from others' */
  unsigned dimensions;
  size_t global[3], local[3];
};

struct wb_cl_commands {
  struct wb_host_memory memory;
  cl_command_queue queues[WB_MAX_QUEUES]; /* NULL: not used yet */
  struct pending *items;                  /* by id, from `first_id` on */
  size_t count, capacity;
  uint64_t first_id;
  struct kept_kernel *kernels;
  size_t n_kernels, kernels_capacity;
  int64_t clock_offset; /* what is added to the driver's clock */
  bool clock_known;
  struct wb_outcome *scratch; /* for the checks of a launch: large, and clean between */
  struct wb_device_completion *completion; /* the same for telling */
};

static struct wb_cl_commands *commands_of(struct wb_device *device) {
  if (device->commands == NULL) {
    device->commands = wb_alloc(sizeof *device->commands);
    wb_host_memory_init(&device->commands->memory, -1);
    device->commands->scratch = wb_alloc(sizeof *device->commands->scratch);
    wb_outcome_init(device->commands->scratch);
    device->commands->completion = wb_alloc(sizeof *device->commands->completion);
  }
  return device->commands;
}

enum wb_status wb_cl_set_host_memory(struct wb_device *device, int memory, struct wb_error *err) {
  (void)err;
  wb_host_memory_end(&commands_of(device)->memory);
  wb_host_memory_init(&commands_of(device)->memory, memory);
  return WB_OK;
}

static void release_outcome(struct pending *pending) {
  free(pending->error);
  pending->error = NULL;
  if (pending->outcome != NULL) wb_outcome_release(pending->outcome);
  free(pending->outcome);
  pending->outcome = NULL;
}

static void release_events(struct pending *pending) {
  if (pending->event != NULL) clReleaseEvent(pending->event);
  if (pending->whole != NULL) clReleaseEvent(pending->whole);
  pending->event = pending->whole = NULL;
}

/* The one whose end is the command's. */
static const cl_event *last_event(const struct pending *pending) {
  return pending->whole != NULL ? &pending->whole : &pending->event;
}

void wb_cl_commands_free(struct wb_device *device) {
  struct wb_cl_commands *commands = device->commands;
  if (commands == NULL) return;
  for (size_t i = 0; i < WB_MAX_QUEUES; i++)
    if (commands->queues[i] != NULL) clFinish(commands->queues[i]);
  for (size_t i = 0; i < commands->count; i++) {
    release_events(&commands->items[i]);
    release_outcome(&commands->items[i]);
  }
  for (size_t i = 0; i < commands->n_kernels; i++) {
    clReleaseKernel(commands->kernels[i].kernel);
    free(commands->kernels[i].name);
  }
  for (size_t i = 0; i < WB_MAX_QUEUES; i++)
    if (commands->queues[i] != NULL) clReleaseCommandQueue(commands->queues[i]);
  wb_host_memory_end(&commands->memory);
  free(commands->scratch);
  free(commands->completion);
  free(commands->kernels);
  free(commands->items);
  free(commands);
  device->commands = NULL;
}

/* ---- queues and what they wait for ---------------------------------------------------------- */

static enum wb_status queue_of(struct wb_device *device, uint32_t number, cl_command_queue *queue,
                               struct wb_error *err) {
  struct wb_cl_commands *commands = commands_of(device);
  cl_int code = CL_SUCCESS;
  if (commands->queues[number] == NULL)
    commands->queues[number] =
        clCreateCommandQueue(device->context, device->id, CL_QUEUE_PROFILING_ENABLE, &code);
  *queue = commands->queues[number];
  return code == CL_SUCCESS ? WB_OK : wb_cl_fail(err, code, "clCreateCommandQueue");
}

static struct pending *find_pending(struct wb_cl_commands *commands, uint64_t id) {
  return id >= commands->first_id && id - commands->first_id < commands->count
             ? &commands->items[id - commands->first_id]
             : NULL;
}

/* Events of those commands that have not ended. */
static cl_uint wait_list(struct wb_cl_commands *commands, const struct wb_device_command *command,
                         cl_event *events) {
  cl_uint count = 0;
  for (size_t i = 0; i < command->n_after && count < WB_MAX_QUEUES; i++) {
    const struct pending *pending = find_pending(commands, command->after[i]);
    if (pending != NULL && pending->event != NULL) events[count++] = *last_event(pending);
  }
  return count;
}

/* ---- carrying out ------------------------------------------------------------------------------
 */

struct job {
  struct wb_device *device;
  const struct wb_device_command *command;
  struct pending *pending;
  cl_command_queue queue;
  cl_event events[WB_MAX_QUEUES];
  cl_uint n_events;
};

static const cl_event *events_of(const struct job *job) {
  return job->n_events > 0 ? job->events : NULL;
}

static enum wb_status checked(cl_int code, const char *call, struct wb_error *err) {
  return code == CL_SUCCESS ? WB_OK : wb_cl_fail(err, code, call);
}

/* Both ends in the program's memory: the driver has no part in it. */
static enum wb_status copy_on_host(struct job *job, unsigned char *to, const unsigned char *from,
                                   struct wb_error *err) {
  cl_int code = clFinish(job->queue);
  if (code != CL_SUCCESS) return wb_cl_fail(err, code, "clFinish");
  if (job->n_events > 0) code = clWaitForEvents(job->n_events, job->events);
  if (code != CL_SUCCESS) return wb_cl_fail(err, code, "clWaitForEvents");
  job->pending->start_ns = wb_clock_ns();
  memmove(to, from, job->command->length);
  job->pending->end_ns = wb_clock_ns();
  job->pending->ended = true;
  return WB_OK;
}

static enum wb_status enqueue_copy(struct job *job, struct wb_error *err) {
  struct wb_device *device = job->device;
  struct wb_cl_commands *commands = commands_of(device);
  const struct wb_memory_place *from = &job->command->from, *to = &job->command->to;
  const size_t length = job->command->length, guard = device->guard;
  unsigned char *source = NULL, *target = NULL;
  struct wb_cl_buffer *in = NULL, *out = NULL;
  cl_event *event = &job->pending->event;
  enum wb_status status = WB_OK;
  if (from->buffer == 0)
    status = wb_host_memory_at(&commands->memory, from->offset, length, &source, err);
  else if ((in = wb_cl_find_range(device, from->buffer, from->offset, length, err)) == NULL)
    status = WB_ERR_USAGE;
  if (status == WB_OK && to->buffer == 0)
    status = wb_host_memory_at(&commands->memory, to->offset, length, &target, err);
  else if (status == WB_OK &&
           (out = wb_cl_find_range(device, to->buffer, to->offset, length, err)) == NULL)
    status = WB_ERR_USAGE;
  if (status != WB_OK) return status;
  if ((source == NULL) != (in != NULL) || (target == NULL) != (out != NULL))
    wb_bug("a copy without one of its ends");
  if (source != NULL && target != NULL) return copy_on_host(job, target, source, err);
  if (source != NULL)
    return checked(clEnqueueWriteBuffer(job->queue, out->whole, CL_FALSE, guard + to->offset,
                                        length, source, job->n_events, events_of(job), event),
                   "clEnqueueWriteBuffer", err);
  if (target != NULL)
    return checked(clEnqueueReadBuffer(job->queue, in->whole, CL_FALSE, guard + from->offset,
                                       length, target, job->n_events, events_of(job), event),
                   "clEnqueueReadBuffer", err);
  return checked(
      clEnqueueCopyBuffer(job->queue, in->whole, out->whole, guard + from->offset,
                          guard + to->offset, length, job->n_events, events_of(job), event),
      "clEnqueueCopyBuffer", err);
}

static enum wb_status enqueue_marker(struct job *job, struct wb_error *err) {
  return checked(
      clEnqueueMarkerWithWaitList(job->queue, job->n_events, events_of(job), &job->pending->event),
      "clEnqueueMarkerWithWaitList", err);
}

/* A pattern that OpenCL does not take is written from here, and waited for. */
static enum wb_status enqueue_fill(struct job *job, struct wb_error *err) {
  const struct wb_device_command *command = job->command;
  struct wb_device *device = job->device;
  struct wb_cl_buffer *buffer =
      wb_cl_find_range(device, command->to.buffer, command->to.offset, command->length, err);
  if (buffer == NULL) return WB_ERR_USAGE;
  const size_t at = device->guard + command->to.offset;
  if (wb_cl_can_fill(at, command->length, command->pattern_length))
    return checked(clEnqueueFillBuffer(job->queue, buffer->whole, command->pattern,
                                       command->pattern_length, at, command->length, job->n_events,
                                       events_of(job), &job->pending->event),
                   "clEnqueueFillBuffer", err);
  unsigned char *bytes = wb_alloc(command->length);
  for (size_t i = 0; i < command->length; i++)
    bytes[i] = command->pattern[i % command->pattern_length];
  const cl_int code =
      clEnqueueWriteBuffer(job->queue, buffer->whole, CL_TRUE, at, command->length, bytes,
                           job->n_events, events_of(job), &job->pending->event);
  free(bytes);
  return checked(code, "clEnqueueWriteBuffer", err);
}

/* ---- launches
 * ------------------------------------------------------------------------------------ */

static bool program_prints(struct wb_device *device, wb_handle handle) {
  struct wb_cl_program *program = wb_cl_find_program(device, handle, NULL);
  size_t size = 0;
  bool prints = true;
  if (program == NULL ||
      clGetProgramInfo(program->program, CL_PROGRAM_SOURCE, 0, NULL, &size) != CL_SUCCESS)
    return true;
  char *text = wb_alloc(size + 1);
  if (clGetProgramInfo(program->program, CL_PROGRAM_SOURCE, size, text, NULL) == CL_SUCCESS)
    prints = strstr(text, "printf") != NULL || strstr(text, "#include") != NULL;
  free(text);
  return prints;
}

static enum wb_status kernel_of(struct wb_device *device, const struct wb_launch *launch,
                                struct kept_kernel **out, struct wb_error *err) {
  struct wb_cl_commands *commands = commands_of(device);
  cl_kernel kernel = NULL;
  for (size_t i = commands->n_kernels; i > 0; i--) {
    struct kept_kernel *kept = &commands->kernels[i - 1];
    if (kept->program != launch->program || strcmp(kept->name, launch->kernel) != 0) continue;
    *out = kept;
    return WB_OK;
  }
  enum wb_status status =
      wb_cl_kernel_create(device, launch->program, launch->kernel, &kernel, err);
  if (status != WB_OK) return status;
  commands->kernels = wb_grow(commands->kernels, &commands->kernels_capacity,
                              commands->n_kernels + 1, sizeof *commands->kernels);
  *out = &commands->kernels[commands->n_kernels++];
  **out = (struct kept_kernel){
      .program = launch->program, .name = wb_strdup(launch->kernel), .kernel = kernel};
  wb_cl_describe_params(kernel, &(*out)->info);
  wb_cl_resolve_types(wb_cl_find_program(device, launch->program, err), &(*out)->info);
  (*out)->prints = program_prints(device, launch->program);
  return WB_OK;
}

void wb_cl_forget_kernels(struct wb_device *device, wb_handle program) {
  struct wb_cl_commands *commands = device->commands;
  size_t kept = 0;
  for (size_t i = 0; commands != NULL && i < commands->n_kernels; i++) {
    struct kept_kernel *kernel = &commands->kernels[i];
    if (kernel->program != program) {
      commands->kernels[kept++] = *kernel;
      continue;
    }
    clReleaseKernel(kernel->kernel);
    free(kernel->name);
  }
  if (commands != NULL) commands->n_kernels = kept;
}

static bool same_sizes(const struct kept_kernel *kept, const struct wb_launch *launch) {
  return kept->dimensions == launch->dimensions &&
         memcmp(kept->global, launch->global, sizeof kept->global) == 0 &&
         memcmp(kept->local, launch->local, sizeof kept->local) == 0;
}

static struct wb_outcome *outcome_of(struct pending *pending) {
  if (pending->outcome == NULL) {
    pending->outcome = wb_alloc(sizeof *pending->outcome);
    wb_outcome_init(pending->outcome);
    pending->outcome->kind = WB_OUTCOME_DONE;
  }
  return pending->outcome;
}

static bool has_local(const struct wb_launch *launch) {
  for (size_t i = 0; i < launch->n_args; i++)
    if (launch->args[i].kind == WB_ARG_LOCAL) return true;
  return false;
}

/* Whether the driver may be asked to run it; else the outcome says why not. */
static bool is_possible(struct job *job, struct kept_kernel *kept, struct wb_outcome *outcome) {
  const struct wb_launch *launch = job->command->launch;
  const bool same = same_sizes(kept, launch);
  if (!same && !wb_cl_check_sizes(job->device, kept->kernel, launch, outcome)) return false;
  if ((!same || has_local(launch)) &&
      !wb_cl_check_local_memory(job->device, kept->kernel, launch, outcome))
    return false;
  kept->dimensions = launch->dimensions;
  memcpy(kept->global, launch->global, sizeof kept->global);
  memcpy(kept->local, launch->local, sizeof kept->local);
  return true;
}

/* Whoever waits for the launch waits for its parts, too. */
static cl_int return_parts(struct job *job) {
  bool any;
  cl_int code = wb_cl_parts_return(job->device, &any);
  if (code == CL_SUCCESS && any)
    code = clEnqueueMarkerWithWaitList(job->queue, 0, NULL, &job->pending->whole);
  return code;
}

/* A kernel that prints is waited for, so that what it printed is known to be its own. */
static enum wb_status run_kernel(struct job *job, struct kept_kernel *kept, struct wb_error *err) {
  const struct wb_launch *launch = job->command->launch;
  struct wb_capture capture;
  cl_int parts = CL_SUCCESS;
  enum wb_status status = WB_OK;
  if (kept->prints) clFinish(job->queue);
  if (kept->prints) wb_capture_begin(&capture, launch->limits.output_bytes);
  cl_int code = clEnqueueNDRangeKernel(job->queue, kept->kernel, launch->dimensions, launch->offset,
                                       launch->global, launch->local, job->n_events, events_of(job),
                                       &job->pending->event);
  if (code == CL_SUCCESS) parts = return_parts(job);
  if (kept->prints) clFinish(job->queue);
  if (kept->prints) wb_capture_end(&capture, launch->limits.output_bytes, outcome_of(job->pending));
  if (code != CL_SUCCESS)
    status = wb_cl_refused_launch(launch, code, outcome_of(job->pending), err);
  return parts == CL_SUCCESS ? status : wb_cl_fail(err, parts, "clEnqueueCopyBuffer");
}

static enum wb_status enqueue_launch(struct job *job, struct wb_error *err) {
  const struct wb_launch *launch = job->command->launch;
  struct kept_kernel *kept = NULL;
  struct wb_cl_commands *commands = commands_of(job->device);
  struct wb_outcome *told = commands->scratch;
  job->pending->launch = true;
  job->device->part_queue = job->queue;
  job->device->part_events = events_of(job);
  job->device->n_part_events = job->n_events;
  enum wb_status status = wb_cl_may_launch(job->device, err);
  if (status == WB_OK) status = kernel_of(job->device, launch, &kept, err);
  if (status == WB_OK)
    status = wb_cl_set_arguments(job->device, kept->kernel, &kept->info, launch, told, err);
  const bool runs = status == WB_OK && told->n_findings == 0 && is_possible(job, kept, told);
  if (told->n_findings > 0 || told->kind != WB_OUTCOME_DONE) {
    job->pending->outcome = told;
    commands->scratch = wb_alloc(sizeof *commands->scratch);
    wb_outcome_init(commands->scratch);
  }
  if (runs) status = run_kernel(job, kept, err);
  wb_cl_parts_end(job->device);
  job->device->part_queue = NULL;
  job->device->part_events = NULL;
  job->device->n_part_events = 0;
  return status;
}

/* The device's own queue has filled what is new: no event orders that before what comes now. */
static cl_int finish_own_queue(struct wb_device *device) {
  const cl_int code = device->unfinished ? clFinish(device->queue) : CL_SUCCESS;
  device->unfinished = device->unfinished && code != CL_SUCCESS;
  return code;
}

static enum wb_status begin_command(struct job *job, struct wb_error *err) {
  const cl_int code = finish_own_queue(job->device);
  if (code != CL_SUCCESS) return wb_cl_fail(err, code, "clFinish");
  if (job->command->length == 0 &&
      (job->command->kind == WB_COMMAND_COPY || job->command->kind == WB_COMMAND_FILL))
    return enqueue_marker(job, err);
  switch (job->command->kind) {
    case WB_COMMAND_COPY:
      return enqueue_copy(job, err);
    case WB_COMMAND_FILL:
      return enqueue_fill(job, err);
    case WB_COMMAND_LAUNCH:
      return enqueue_launch(job, err);
    default:
      return enqueue_marker(job, err);
  }
}

static void keep_error(struct pending *pending, const struct wb_error *why) {
  pending->error = wb_alloc(sizeof *pending->error);
  *pending->error = *why;
}

enum wb_status wb_cl_enqueue(struct wb_device *device, const struct wb_device_command *command,
                             struct wb_error *err) {
  struct wb_cl_commands *commands = commands_of(device);
  (void)err;
  if (commands->count == 0) commands->first_id = command->id;
  if (command->id != commands->first_id + commands->count)
    return wb_fail(err, WB_ERR_PROTOCOL, "commands must have ascending ids");
  commands->items =
      wb_grow(commands->items, &commands->capacity, commands->count + 1, sizeof *commands->items);
  struct pending *pending = &commands->items[commands->count++];
  const uint64_t now = wb_clock_ns();
  *pending = (struct pending){.id = command->id,
                              .queue = command->queue,
                              .queued_ns = now,
                              .start_ns = now,
                              .end_ns = now,
                              .timed = command->timed};
  struct job job;
  struct wb_error why;
  job.device = device;
  job.command = command;
  job.pending = pending;
  enum wb_status status = queue_of(device, command->queue, &job.queue, &why);
  if (status == WB_OK) {
    job.n_events = wait_list(commands, command, job.events);
    status = begin_command(&job, &why);
  }
  if (status != WB_OK) keep_error(pending, &why);
  return WB_OK;
}

enum wb_status wb_cl_flush(struct wb_device *device, struct wb_error *err) {
  struct wb_cl_commands *commands = commands_of(device);
  cl_int code = CL_SUCCESS;
  for (size_t i = 0; i < WB_MAX_QUEUES && code == CL_SUCCESS; i++)
    if (commands->queues[i] != NULL) code = clFlush(commands->queues[i]);
  return checked(code, "clFlush", err);
}

/* ---- how they ended -----------------------------------------------------------------------------
 */

/* Drivers' clocks begin anywhere. No command has ended before it was waited for: the least that
 * this leaves for the difference is the best that is known of it. */
static uint64_t moved_time(struct wb_cl_commands *commands, cl_ulong time) {
  return (uint64_t)((int64_t)time + commands->clock_offset);
}

static bool read_times(const struct pending *pending, cl_ulong *start, cl_ulong *end) {
  return pending->timed && pending->event != NULL &&
         clGetEventProfilingInfo(pending->event, CL_PROFILING_COMMAND_START, sizeof *start, start,
                                 NULL) == CL_SUCCESS &&
         clGetEventProfilingInfo(pending->event, CL_PROFILING_COMMAND_END, sizeof *end, end,
                                 NULL) == CL_SUCCESS &&
         *end >= *start;
}

/* The command has ended by now: told at once, so that it is no estimate of what came later. */
static void bound_clock(struct wb_cl_commands *commands, const struct pending *pending) {
  cl_ulong start = 0, end = 0;
  const uint64_t now = wb_clock_ns();
  if (!read_times(pending, &start, &end)) return;
  if (!commands->clock_known || moved_time(commands, end) > now)
    commands->clock_offset = (int64_t)now - (int64_t)end;
  commands->clock_known = true;
}

static void take_times(struct wb_cl_commands *commands, struct pending *pending) {
  cl_ulong start = 0, end = 0;
  bound_clock(commands, pending);
  if (!read_times(pending, &start, &end)) return;
  /* No command ran before it came. */
  if (moved_time(commands, start) < pending->queued_ns)
    commands->clock_offset = (int64_t)pending->queued_ns - (int64_t)start;
  pending->start_ns = moved_time(commands, start);
  pending->end_ns = moved_time(commands, end);
}

/* Whether it has ended; takes what is known of how. */
static bool has_ended(struct wb_cl_commands *commands, struct pending *pending) {
  cl_int state = CL_COMPLETE;
  enum wb_status status = WB_OK;
  struct wb_error why;
  if (pending->ended || pending->event == NULL) return pending->ended = true;
  if (clGetEventInfo(*last_event(pending), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state,
                     NULL) != CL_SUCCESS)
    state = CL_OUT_OF_RESOURCES;
  if (state > CL_COMPLETE) return false;
  if (state == CL_COMPLETE) take_times(commands, pending);
  if (state < 0)
    status = pending->launch ? wb_cl_failed_launch(state, outcome_of(pending), &why)
                             : wb_cl_fail(&why, state, "a copy between host and device");
  if (status != WB_OK && pending->error == NULL) keep_error(pending, &why);
  release_events(pending);
  return pending->ended = true;
}

static void tell_completion(struct wb_cl_commands *commands, struct pending *pending,
                            wb_take_completion take, void *data) {
  struct wb_device_completion *told = commands->completion;
  told->id = pending->id;
  told->queued_ns = pending->queued_ns;
  told->start_ns = pending->start_ns;
  told->end_ns = pending->end_ns;
  told->outcome = pending->outcome;
  told->status = pending->error != NULL ? pending->error->status : WB_OK;
  if (pending->error != NULL) told->error = *pending->error;
  take(data, told);
  release_outcome(pending);
}

/* All that have ended and were not told, queue by queue in order. */
static void tell_ended(struct wb_cl_commands *commands, wb_take_completion take, void *data) {
  bool waits[WB_MAX_QUEUES] = {false}; /* something before in that queue has not ended */
  size_t gone = 0;
  for (size_t i = 0; i < commands->count; i++) {
    struct pending *pending = &commands->items[i];
    if (pending->told || waits[pending->queue]) continue;
    if (!has_ended(commands, pending)) {
      waits[pending->queue] = true;
      continue;
    }
    tell_completion(commands, pending, take, data);
    pending->told = true;
  }
  while (gone < commands->count && commands->items[gone].told) gone++;
  if (gone == 0) return;
  commands->count -= gone;
  commands->first_id += gone;
  memmove(commands->items, commands->items + gone, commands->count * sizeof *commands->items);
}

/* Waits for what comes before `last` in its queue, and for itself: not for each by itself, which
 * would cost more than many of them take, but in turns, so that a long queue is told of. Gives what
 * the driver says where it does not wait for what has not ended. */
static cl_int wait_for_queue(struct wb_cl_commands *commands, size_t last, uint32_t timeout_ms) {
  enum { AT_A_TIME = 128 };
  const uint64_t start = wb_clock_ns();
  const uint32_t queue = commands->items[last].queue;
  size_t passed = 0;
  for (size_t i = 0; i <= last && wb_elapsed_ms(start) < (double)timeout_ms; i++) {
    struct pending *pending = &commands->items[i];
    if (pending->queue != queue || (++passed % AT_A_TIME != 0 && i < last)) continue;
    if (pending->ended || pending->event == NULL) continue;
    const cl_int code = clWaitForEvents(1, last_event(pending));
    if (code == CL_SUCCESS)
      bound_clock(commands, pending);
    else if (!has_ended(commands, pending))
      return code;
  }
  return CL_SUCCESS;
}

enum wb_status wb_cl_await(struct wb_device *device, uint64_t id, uint32_t timeout_ms,
                           wb_take_completion take, void *data, bool *done, struct wb_error *err) {
  struct wb_cl_commands *commands = commands_of(device);
  const struct pending *wanted = find_pending(commands, id);
  cl_int code = CL_SUCCESS;
  enum wb_status status = wb_cl_flush(device, err);
  if (status != WB_OK) return status;
  if (wanted != NULL)
    code = wait_for_queue(commands, (size_t)(wanted - commands->items), timeout_ms);
  if (code != CL_SUCCESS) return wb_cl_fail(err, code, "clWaitForEvents");
  tell_ended(commands, take, data);
  wanted = find_pending(commands, id);
  *done = wanted == NULL || wanted->told;
  return WB_OK;
}
