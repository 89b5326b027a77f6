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
  PROCESS_NS = 10000000, /* what a process costs at most, whatever runs in it, where that is slow */
  SHORT_PROCESSES = 4,   /* a launch that is for a row takes at most as long as so many */
  ROW_PROCESSES = 16     /* and a row as so many: what its own costs is little beside it */
};

enum choice { CHOOSE, QUICK, OPTIMISED };

static enum choice chosen_tier(void) {
  const char *name = getenv("WORKBENCH_TIER");
  if (name == NULL) return CHOOSE;
  return strcmp(name, "quick") == 0 ? QUICK : strcmp(name, "optimised") == 0 ? OPTIMISED : CHOOSE;
}

static wb_handle program_of(struct wb_launch_process *process) {
  return wb_launch_process_job(process, 0)->launch->program;
}

/* The kernel in the best code that there is. */
static enum wb_status find_kernel(struct wb_device *device, struct wb_launch_job *job,
                                  struct wb_error *err) {
  return wb_program_kernel(wb_emulator_program_of(device, job->launch->program),
                           job->launch->kernel, &job->image, err);
}

static void improve_code(struct wb_device *device, wb_handle program) {
  struct wb_built *built = &device->programs[program - 1];
  if (wb_program_has_better(built->program)) wb_compiler_improve(device->compiler, &built->program);
}

/* Processor's time of launches, which are this process's children. */
static uint64_t children_ns(void) {
  struct rusage used;
  if (getrusage(RUSAGE_CHILDREN, &used) != 0) return 0;
  return (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * UINT64_C(1000000000) +
         (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1000;
}

static struct wb_launch_host host_of(const struct wb_device *device) {
  const struct wb_parts *parts = device->parts;
  return (struct wb_launch_host){.buffers = parts != NULL ? parts->buffers : device->buffers,
                                 .n_buffers = parts != NULL ? parts->n_buffers : device->n_buffers,
                                 .spares = &device->spares,
                                 .walls = device->walls,
                                 .handled = device->handled};
}

/* ---- ends ---------------------------------------------------------------------------- */

static void cancel_launch(struct wb_outcome *outcome) {
  outcome->kind = WB_OUTCOME_CANCELLED;
  snprintf(outcome->detail, sizeof outcome->detail,
           "a launch before it has come to a limit, or crashed");
}

void wb_launches_abandon(struct wb_device *device) {
  for (size_t i = 0; i < device->n_running; i++) wb_launch_process_free(device->running[i]);
  device->n_running = 0;
}

/* Those after one that did not come to its end well are not waited for. */
static void stop_launches(struct wb_device *device) {
  for (size_t i = 0; i < device->n_running; i++)
    for (size_t k = 0; k < wb_launch_process_left(device->running[i]); k++)
      cancel_launch(wb_launch_process_outcome(device->running[i], k));
  wb_launches_abandon(device);
  device->has_stopped = true;
}

static void fail(struct wb_device *device, enum wb_status status, const struct wb_error *err) {
  if (device->failed != WB_OK) return;
  device->failed = status;
  device->failure = *err;
}

static enum wb_status start_process(struct wb_device *device, struct wb_launch_process *process,
                                    struct wb_error *err) {
  const struct wb_launch_host host = host_of(device);
  enum wb_status status = WB_OK;
  /* What was waited for may have made better code. */
  for (size_t i = 0; i < wb_launch_process_left(process) && status == WB_OK; i++)
    status = find_kernel(device, wb_launch_process_job(process, i), err);
  return status == WB_OK ? wb_launch_process_start(process, &host, err) : status;
}

/* What its process has left undone, in one of its own. */
static enum wb_status run_alone(struct wb_device *device, const struct wb_launch_job *job,
                                struct wb_outcome *outcome, struct wb_error *err) {
  const struct wb_launch_host host = host_of(device);
  struct wb_launch_job own = *job;
  const enum wb_status status = find_kernel(device, &own, err);
  return status == WB_OK ? wb_launch_run(&host, &own, outcome, err) : status;
}

/* Of the program alone: better code may have come, and the images of the process be gone. */
static void note_cost(struct wb_device *device, wb_handle program, uint64_t work, uint64_t took) {
  struct wb_built *built = &device->programs[program - 1];
  if (built->process_ns == 0) built->process_ns = PROCESS_NS;
  if (took < built->process_ns) built->process_ns = took;
  built->ns += took - built->process_ns;
  built->work += work;
}

/* As much as its launches have done in the time of so many processes; where none has taken longer,
 * nothing says how much it is. */
static uint64_t work_in(const struct wb_built *built, unsigned processes) {
  if (built->ns == 0) return UINT64_MAX;
  const double ns = (double)built->process_ns * processes;
  return (uint64_t)((double)built->work / (double)built->ns * ns);
}

/* Waits for a process. What takes quick code too long is worth better code. */
static enum wb_status end_process(struct wb_device *device, struct wb_launch_process *process,
                                  struct wb_error *err) {
  bool gave_up = false;
  const wb_handle program = program_of(process);
  const uint64_t work = wb_launch_process_work(process), before = children_ns();
  wb_compiler_keep(device->compiler);
  const enum wb_status status = wb_launch_process_end(process, &gave_up, err);
  note_cost(device, program, work, children_ns() - before);
  if (gave_up) improve_code(device, program);
  return status;
}

/* The outcome of the first launch of the process, which may not even have started. */
static enum wb_status finish_launch(struct wb_device *device, struct wb_launch_process *process,
                                    struct wb_error *err) {
  const struct wb_launch_job *job = wb_launch_process_job(process, 0);
  struct wb_outcome *outcome = wb_launch_process_outcome(process, 0);
  enum wb_status status = WB_OK;
  bool done = false;
  if (!wb_launch_process_has_started(process)) status = start_process(device, process, err);
  if (status == WB_OK && !wb_launch_process_has_ended(process))
    status = end_process(device, process, err);
  if (status == WB_OK) status = wb_launch_process_take(process, &done, err);
  return status == WB_OK && !done ? run_alone(device, job, outcome, err) : status;
}

static void finish_first(struct wb_device *device) {
  struct wb_launch_process *process = device->running[0];
  const struct wb_outcome *outcome = wb_launch_process_outcome(process, 0);
  struct wb_error err = {0};
  const enum wb_status status = finish_launch(device, process, &err);
  if (status != WB_OK) fail(device, status, &err);
  if (status != WB_OK || outcome->kind != WB_OUTCOME_DONE) {
    stop_launches(device);
  } else if (wb_launch_process_left(process) == 0) {
    device->n_running--;
    memmove(device->running, device->running + 1, device->n_running * sizeof process);
    wb_launch_process_free(process);
  }
}

void wb_launches_finish(struct wb_device *device) {
  while (device->n_running > 0) finish_first(device);
}

/* Whether a launch under way uses the buffer. */
static bool is_in_use(const struct wb_device *device, const struct wb_emulator_buffer *buffer) {
  bool used = false;
  for (size_t i = 0; i < device->n_running; i++)
    used |= wb_launch_process_uses(device->running[i], buffer);
  return used;
}

struct wb_emulator_buffer *wb_launches_free_buffer(struct wb_device *device, wb_handle handle) {
  struct wb_emulator_buffer *buffer = wb_emulator_buffer_of(device, handle);
  while (buffer != NULL && is_in_use(device, buffer)) finish_first(device);
  return buffer;
}

/* Whether the launch with that outcome is under way. */
static bool is_running(const struct wb_device *device, const struct wb_outcome *outcome) {
  bool found = false;
  for (size_t i = 0; i < device->n_running; i++)
    for (size_t k = 0; k < wb_launch_process_left(device->running[i]); k++)
      found |= wb_launch_process_outcome(device->running[i], k) == outcome;
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

/* ---- starts --------------------------------------------------------------------------- */

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

/* The last process, where it has not started. */
static struct wb_launch_process *row_of(const struct wb_device *device) {
  struct wb_launch_process *last =
      device->n_running > 0 ? device->running[device->n_running - 1] : NULL;
  return last != NULL && !wb_launch_process_has_started(last) ? last : NULL;
}

static void start_row(struct wb_device *device) {
  struct wb_launch_process *row = row_of(device);
  struct wb_error err = {0};
  const enum wb_status status = row != NULL ? start_process(device, row, &err) : WB_OK;
  if (status == WB_OK) return;
  fail(device, status, &err);
  stop_launches(device);
}

/* Whether others may join the launch before it starts. */
static bool is_for_row(const struct wb_device *device, const struct wb_launch_job *job) {
  const struct wb_built *built = &device->programs[job->launch->program - 1];
  return chosen_tier() == CHOOSE && wb_launch_is_short(job, work_in(built, SHORT_PROCESSES));
}

/* Of one that is for a row. */
static bool join_row(struct wb_device *device, struct wb_launch_job *job,
                     struct wb_outcome *outcome) {
  struct wb_launch_process *row = row_of(device);
  const struct wb_built *built = &device->programs[job->launch->program - 1];
  const bool joins =
      row != NULL && wb_launch_process_takes(row, job, work_in(built, ROW_PROCESSES));
  job->trial_ms = TRIAL_MS;
  if (joins) wb_launch_process_add(row, job, outcome);
  return joins;
}

static size_t count_busy(const struct wb_device *device) {
  size_t count = 0;
  for (size_t i = 0; i < device->n_running; i++)
    count += !wb_launch_process_is_idle(device->running[i]);
  return count;
}

/* Until a process can start, on a processor of its own. */
static void make_room(struct wb_device *device) {
  start_row(device);
  while (device->n_running == WB_MOST_RUNNING || count_busy(device) >= device->processors)
    finish_first(device);
}

/* In the code that is right for it. */
static enum wb_status choose_code(struct wb_device *device, struct wb_launch_job *job,
                                  struct wb_error *err) {
  const struct wb_built *built = &device->programs[job->launch->program - 1];
  const enum choice choice = chosen_tier();
  if (!wb_program_has_better(built->program) || choice == QUICK) return WB_OK;
  job->trial_ms = TRIAL_MS;
  if (choice != OPTIMISED && built->ns <= QUICK_CODE_MS * UINT64_C(1000000) &&
      !wb_launch_is_long(job))
    return WB_OK;
  improve_code(device, job->launch->program);
  job->trial_ms = 0;
  return find_kernel(device, job, err);
}

/* In a new process, where there is room for one. */
static enum wb_status start_launch(struct wb_device *device, struct wb_launch_job *job,
                                   bool at_once, struct wb_outcome *outcome, struct wb_error *err) {
  enum wb_status status = choose_code(device, job, err);
  if (status != WB_OK) return status;
  struct wb_launch_process *process = wb_launch_process_new();
  const bool added = wb_launch_process_add(process, job, outcome);
  if (added && at_once) status = start_process(device, process, err);
  if (added && status == WB_OK)
    device->running[device->n_running++] = process;
  else
    wb_launch_process_free(process);
  return status;
}

/* Nothing else runs meanwhile. */
static enum wb_status launch_parts(struct wb_device *device, struct wb_launch_job *job,
                                   struct wb_outcome *outcome, struct wb_error *err) {
  const struct wb_launch *launch = job->launch;
  struct wb_parts parts = {0};
  enum wb_status status = wb_parts_check(device, job, err);
  if (status == WB_OK) status = wb_parts_make(device, job, &parts, err);
  device->parts = &parts;
  if (status == WB_OK) status = start_launch(device, job, true, outcome, err);
  wb_launches_finish(device);
  device->parts = NULL;
  wb_parts_return(device, launch, &parts);
  job->launch = launch;
  if (status == WB_OK) wb_parts_move_touched(launch, outcome);
  return status;
}

enum wb_status wb_launches_add(struct wb_device *device, const struct wb_launch *launch,
                               struct wb_outcome *outcome, struct wb_error *err) {
  struct wb_launch_job job = {.launch = launch};
  const bool copies = wb_parts_are_copied(launch);
  if (wb_emulator_program_of(device, launch->program) == NULL)
    return wb_emulator_no_such(err, "program", launch->program);
  enum wb_status status = bind_buffers(device, launch, &job.bound, err);
  if (status != WB_OK) return status;
  if (copies) wb_launches_finish(device);
  for (size_t i = 0; i < WB_MAX_ARGS; i++)
    while (job.bound.of[i] != NULL && is_in_use(device, job.bound.of[i])) finish_first(device);
  status = find_kernel(device, &job, err);
  if (status != WB_OK) return status;
  const bool for_row = !copies && is_for_row(device, &job);
  if (for_row && join_row(device, &job, outcome)) return WB_OK;
  make_room(device);
  if (device->has_stopped) {
    cancel_launch(outcome);
    return WB_OK;
  }
  status = find_kernel(device, &job, err); /* what was waited for may have made better code */
  if (status == WB_OK)
    status = copies ? launch_parts(device, &job, outcome, err)
                    : start_launch(device, &job, !for_row, outcome, err);
  return status;
}
