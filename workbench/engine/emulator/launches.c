#include "emulator/launches.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "emulator/parts.h"
#include "emulator/run/parallel.h"

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
  struct wb_built *built = &device->programs[program - 1];
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
static enum wb_status end_launch(struct wb_device *device, const struct wb_running *running,
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
  const struct wb_running first = device->running[0];
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
  const struct wb_built *built = &device->programs[job->launch->program - 1];
  const enum choice choice = chosen_tier();
  enum wb_status status = WB_OK;
  if (wb_program_has_better(built->program) && choice != QUICK) {
    job->trial_ms = TRIAL_MS;
    if (choice == OPTIMISED || built->quick_ns > QUICK_CODE_MS * UINT64_C(1000000) ||
        wb_launch_is_long(job))
      status = improve_code(device, job->launch->program, job, err);
  }
  struct wb_running *running = &device->running[device->n_running];
  *running = (struct wb_running){.program = job->launch->program, .outcome = outcome};
  if (status == WB_OK) status = wb_launch_start(job, &running->process, outcome, err);
  if (running->process != NULL) device->n_running++;
  return status;
}

void wb_launches_finish(struct wb_device *device) {
  while (device->n_running > 0) finish_first(device);
}

void wb_launches_abandon(struct wb_device *device) {
  for (size_t i = 0; i < device->n_running; i++) wb_launch_free(device->running[i].process);
  device->n_running = 0;
}

/* Whether a launch under way uses the buffer. */
static bool is_in_use(const struct wb_device *device, const struct wb_emulator_buffer *buffer) {
  bool used = false;
  for (size_t i = 0; i < device->n_running; i++)
    used |= wb_launch_uses(device->running[i].process, buffer);
  return used;
}

struct wb_emulator_buffer *wb_launches_free_buffer(struct wb_device *device, wb_handle handle) {
  struct wb_emulator_buffer *buffer = wb_emulator_buffer_of(device, handle);
  while (buffer != NULL && is_in_use(device, buffer)) finish_first(device);
  return buffer;
}

static enum wb_status bind_buffers(struct wb_device *device, const struct wb_launch *launch,
                                   struct wb_bound_buffers *bound, struct wb_error *err) {
  for (size_t i = 0; i < launch->n_args && i < WB_MAX_ARGS; i++) {
    const struct wb_arg *arg = &launch->args[i];
    if (arg->kind != WB_ARG_BUFFER || arg->value.buffer == 0) continue;
    bound->of[i] = wb_emulator_buffer_of(device, arg->value.buffer);
    if (bound->of[i] == NULL) return wb_emulator_no_such(err, "buffer", arg->value.buffer);
  }
  return WB_OK;
}

/* Nothing else runs meanwhile. */
static enum wb_status launch_parts(struct wb_device *device, struct wb_launch_job *job,
                                   struct wb_outcome *outcome, struct wb_error *err) {
  const struct wb_launch *launch = job->launch;
  struct wb_parts parts = {0};
  enum wb_status status = wb_parts_check(device, job, err);
  if (status == WB_OK) status = wb_parts_make(device, job, &parts, err);
  if (status == WB_OK) status = start_launch(device, job, outcome, err);
  wb_launches_finish(device);
  wb_parts_return(device, launch, &parts);
  job->launch = launch;
  if (status == WB_OK) wb_parts_move_touched(launch, outcome);
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
  while (device->n_running == WB_MOST_RUNNING || count_busy(device) >= device->processors)
    finish_first(device);
  for (size_t i = 0; i < WB_MAX_ARGS; i++)
    while (job->bound.of[i] != NULL && is_in_use(device, job->bound.of[i])) finish_first(device);
}

enum wb_status wb_launches_add(struct wb_device *device, const struct wb_launch *launch,
                               struct wb_outcome *outcome, struct wb_error *err) {
  struct wb_launch_job job = {.launch = launch,
                              .buffers = device->buffers,
                              .n_buffers = device->n_buffers,
                              .walls = device->walls,
                              .handled = device->handled};
  if (wb_emulator_program_of(device, launch->program) == NULL)
    return wb_emulator_no_such(err, "program", launch->program);
  enum wb_status status = bind_buffers(device, launch, &job.bound, err);
  if (status != WB_OK) return status;
  if (wb_parts_are_copied(launch))
    wb_launches_finish(device);
  else
    make_room(device, &job);
  if (device->has_stopped) {
    cancel_launch(outcome);
    return WB_OK;
  }
  /* What was waited for may have made better code. */
  status = wb_program_kernel(wb_emulator_program_of(device, launch->program), launch->kernel,
                             &job.image, err);
  if (status == WB_OK)
    status = wb_parts_are_copied(launch) ? launch_parts(device, &job, outcome, err)
                                         : start_launch(device, &job, outcome, err);
  return status;
}

/* Whether the launch with that outcome is under way. */
static bool is_running(const struct wb_device *device, const struct wb_outcome *outcome) {
  bool found = false;
  for (size_t i = 0; i < device->n_running; i++) found |= device->running[i].outcome == outcome;
  return found;
}

enum wb_status wb_launches_finish_to(struct wb_device *device, const struct wb_outcome *last,
                                     struct wb_error *err) {
  while (last == NULL ? device->n_running > 0 : is_running(device, last)) finish_first(device);
  const enum wb_status status = device->failed;
  if (status != WB_OK && err != NULL) *err = device->failure;
  device->failed = WB_OK;
  device->has_stopped = false;
  return status;
}
