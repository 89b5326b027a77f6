#include "emulator/run/launch.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "emulator/profile/gpu.h"
#include "emulator/profile/profile.h"
#include "emulator/run/signals.h"
#include "emulator/run/validate.h"
#include "sandbox/limits.h"

enum {
  GRACE_MS = 250, /* the child ends itself at the limit; this long later it is killed */
  CPU_GRACE_SECONDS = 2,
  FIRST_CLOSED_FD = 3
};

/* ---- in the child ---------------------------------------------------------------- */

static void forget_parent(pid_t parent) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  syscall(SYS_close_range, FIRST_CLOSED_FD, ~0U, 0);
}

/* Only what the launch uses stays mapped, at its objects' addresses alone. */
static void forget_buffers(const struct wb_launch_job *job) {
  for (size_t i = 0; i < job->n_buffers; i++) {
    const struct wb_emulator_buffer *buffer = job->buffers[i];
    bool used = false;
    if (buffer == NULL) continue;
    for (size_t arg = 0; arg < job->launch->n_args; arg++) used |= job->bound.of[arg] == buffer;
    munmap(buffer->map, buffer->map_size);
    if (!used && buffer->written != NULL)
      munmap(buffer->written, wb_emulator_buffer_written_size(buffer));
  }
}

static void set_sizes(struct wbrt_run *run, const struct wb_launch *launch) {
  struct wbrt_context *context = run->context;
  context->dimensions = launch->dimensions;
  context->group_items = 1;
  run->n_groups = 1;
  for (int d = 0; d < 3; d++) {
    context->global_size[d] = launch->global[d];
    context->local_size[d] = launch->local[d];
    context->offset[d] = launch->offset[d];
    context->n_groups[d] = launch->global[d] / launch->local[d];
    context->group_items *= (uint32_t)launch->local[d];
    run->n_groups *= context->n_groups[d];
  }
}

static uint64_t address_space_now(void) {
  unsigned long long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (file != NULL) {
    if (fscanf(file, "%llu", &pages) != 1) pages = 0;
    fclose(file);
  }
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* LLVM and the buffers are mapped already: the limit is on what comes. */
static void set_limits(const struct wb_limits *limits) {
  struct wb_sandbox sandbox = {.no_core = 1};
  uint64_t now = address_space_now();
  if (limits->time_ms > 0) sandbox.cpu_seconds = limits->time_ms / 1000 + CPU_GRACE_SECONDS;
  if (limits->memory_bytes > 0 && now > 0 && limits->memory_bytes < UINT64_MAX - now)
    sandbox.address_space = now + limits->memory_bytes;
  wb_sandbox_enter(&sandbox);
}

static bool private_memory_fits(struct wbrt_run *run, uint64_t slots) {
  const uint64_t bytes = wb_memory_private_bytes(run->image, slots);
  const uint64_t limit = run->launch->limits.memory_bytes;
  const struct wb_private_use *use = &run->image->private_use;
  bool fits = limit == 0 || bytes <= limit;
  if (!fits)
    snprintf(run->shared->detail, sizeof run->shared->detail,
             "the private arrays of a work-group need %" PRIu64 " bytes; the limit is %" PRIu64
             "; the largest is %s of %" PRIu64 " bytes in line %" PRIu32,
             bytes, limit, use->largest != NULL ? use->largest : "one", use->largest_bytes,
             use->line);
  return fits;
}

static enum wb_status prepare(struct wbrt_run *run, const struct wb_launch_job *job,
                              struct wb_error *err) {
  run->context->run = run;
  set_sizes(run, job->launch);
  wb_gpu_describe(run);
  const uint64_t slots = job->image->has_barrier ? run->context->group_items : 1;
  run->items = aligned_alloc(_Alignof(struct wb_item), slots * sizeof *run->items);
  if (run->items != NULL) memset(run->items, 0, slots * sizeof *run->items);
  run->subgroup = job->launch->subgroup != 0 ? job->launch->subgroup : WB_DEFAULT_SUBGROUP;
  for (uint32_t i = 0; job->image->orders && i < job->image->n_sites; i++)
    run->narrow |= job->image->sites[i].narrow != 0;
  if (job->image->orders)
    run->sync.windows =
        calloc(run->context->group_items / run->subgroup + 1, sizeof *run->sync.windows);
  if (job->image->has_barrier || job->image->orders)
    run->group_segments =
        mmap(NULL, run->n_groups * sizeof *run->group_segments, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (run->items == NULL || run->group_segments == MAP_FAILED ||
      (job->image->orders && run->sync.windows == NULL))
    return wb_fail(err, WB_ERR_NOMEM, "no memory for work-items");
  if (job->image->has_meetings) {
    run->meeting_items = calloc(slots, sizeof *run->meeting_items);
    run->meeting_values = calloc(slots, sizeof *run->meeting_values);
    if (run->meeting_items == NULL || run->meeting_values == NULL)
      return wb_fail(err, WB_ERR_NOMEM, "no memory for work-items");
  }
  if (!private_memory_fits(run, slots))
    return wb_fail(err, WB_ERR_LIMIT, "%s", run->shared->detail);
  enum wb_status status = wb_fibers_init(&run->fibers, slots, err);
  if (status == WB_OK) status = wb_memory_init(run, &job->bound, slots, err);
  if (status == WB_OK) status = wb_profile_init(run, err);
  return status;
}

static _Noreturn void run_child(const struct wb_launch_job *job, struct wb_shared *shared,
                                pid_t parent) {
  struct wb_error err;
  enum wb_status status;
  struct wbrt_run *run = calloc(1, sizeof *run);
  struct wbrt_context *context = calloc(1, sizeof *context);
  forget_parent(parent);
  if (run == NULL || context == NULL) _exit(1);
  run->started = wb_clock_ns();
  run->context = context;
  run->image = job->image;
  run->launch = job->launch;
  run->shared = shared;
  wb_report_init(&run->report, shared, job->image);
  status = prepare(run, job, &err);
  forget_buffers(job);
  set_limits(&job->launch->limits);
  if (status == WB_OK) status = wb_signals_init(run, &err);
  if (status == WB_OK) {
    wb_run_launch(run);
  } else {
    shared->kind = WB_OUTCOME_MEMORY_LIMIT;
    snprintf(shared->detail, sizeof shared->detail, "%.300s", err.message);
  }
  shared->finished = 1;
  _exit(0);
}

/* ---- in the parent ---------------------------------------------------------------- */

/* Signals that have a meaning of their own. */
static const struct {
  int number;
  enum wb_outcome_kind kind;
  const char *detail;
} endings[] = {
    {SIGXCPU, WB_OUTCOME_TIME_LIMIT, "the kernel used more processor time than the limit allows"},
    {SIGSYS, WB_OUTCOME_SECURITY, "the kernel tried a system call that the sandbox refuses"},
    {SIGKILL, WB_OUTCOME_MEMORY_LIMIT,
     "the system ended the kernel's process, most likely for lack of memory"},
};

static void describe_crash(const struct wb_exit *end, struct wb_outcome *outcome) {
  const size_t n = sizeof endings / sizeof endings[0];
  char name[32];
  size_t i = 0;
  while (i < n && endings[i].number != end->signal) i++;
  outcome->kind = i < n ? endings[i].kind : WB_OUTCOME_CRASHED;
  if (i < n)
    snprintf(outcome->detail, sizeof outcome->detail, "%s", endings[i].detail);
  else if (outcome->detail[0] == '\0' && !end->exited)
    snprintf(outcome->detail, sizeof outcome->detail, "the kernel's process was ended by %s",
             wb_signal_name(end->signal, name, sizeof name));
  else if (outcome->detail[0] == '\0')
    snprintf(outcome->detail, sizeof outcome->detail,
             "the kernel's process ended with exit status %d", end->code);
}

static enum wb_status watch(struct wb_process *child, const struct wb_launch *launch,
                            struct wb_exit *end, bool *late, struct wb_error *err) {
  const uint32_t time_ms = launch->limits.time_ms;
  int timeout = -1;
  if (time_ms > 0) timeout = time_ms < INT32_MAX / 2 ? (int)time_ms + GRACE_MS : INT32_MAX;
  enum wb_status status = wb_process_wait(child, timeout, end, err);
  *late = status == WB_ERR_LIMIT;
  if (status != WB_OK) wb_process_kill(child);
  return *late ? WB_OK : status;
}

static enum wb_status run_and_take(const struct wb_launch_job *job, struct wb_shared *shared,
                                   struct wb_outcome *outcome, struct wb_error *err) {
  const pid_t parent = getpid();
  struct wb_process child = {.group = true};
  struct wb_exit end = {0};
  bool late = false;
  child.pid = fork();
  if (child.pid < 0) return wb_fail_errno(err, "cannot start a process for the kernel");
  if (child.pid == 0) run_child(job, shared, parent);
  setpgid(child.pid, child.pid);
  enum wb_status status = watch(&child, job->launch, &end, &late, err);
  if (status == WB_OK)
    status = wb_shared_take(shared, job->launch->limits.output_bytes, job->launch->trace_bytes,
                            outcome, err);
  if (status != WB_OK) return status;
  if (late) {
    outcome->kind = WB_OUTCOME_TIME_LIMIT;
    snprintf(outcome->detail, sizeof outcome->detail, "the kernel ran longer than %u ms",
             job->launch->limits.time_ms);
  } else if (shared->finished != 1 || !end.exited || end.code != 0) {
    describe_crash(&end, outcome);
  }
  return WB_OK;
}

/* Sizes beyond the dimensions are 1, whatever the caller left there. */
static struct wb_launch normalised(const struct wb_launch *launch) {
  struct wb_launch copy = *launch;
  for (unsigned d = launch->dimensions; d < 3; d++) {
    copy.global[d] = copy.local[d] = 1;
    copy.offset[d] = 0;
  }
  return copy;
}

enum wb_status wb_launch_run(const struct wb_launch_job *job, struct wb_outcome *outcome,
                             struct wb_error *err) {
  const struct wb_launch launch = normalised(job->launch);
  struct wb_launch_job copy = *job;
  copy.launch = &launch;
  outcome->kind = WB_OUTCOME_DONE;
  if (!wb_launch_is_valid(job->image, &launch, &job->bound, outcome)) return WB_OK;
  for (size_t i = 0; i < launch.n_args; i++)
    if (copy.bound.of[i] != NULL) wb_emulator_buffer_settle(copy.bound.of[i]);
  struct wb_shared *shared = wb_shared_new(launch.limits.output_bytes, launch.trace_bytes);
  if (shared == NULL) return wb_fail(err, WB_ERR_NOMEM, "no memory for a launch's outcome");
  enum wb_status status = run_and_take(&copy, shared, outcome, err);
  wb_shared_free(shared, launch.limits.output_bytes, launch.trace_bytes);
  for (size_t i = 0; i < launch.n_args; i++)
    if (copy.bound.of[i] != NULL && copy.bound.of[i]->access != WB_BUFFER_READ_ONLY)
      copy.bound.of[i]->fresh = false;
  return status;
}
