#include "emulator/run/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "emulator/profile/gpu.h"
#include "emulator/profile/profile.h"
#include "emulator/run/interleave.h"
#include "emulator/run/parallel.h"
#include "emulator/run/signals.h"
#include "emulator/run/touched.h"
#include "emulator/run/validate.h"
#include "sandbox/limits.h"

/* The child counts what it executes, and ends itself at its limit. What does not count itself ends
 * by processor time, of which honest kernels never need so much. */
enum { CPU_TIMES = 20, CPU_GRACE_SECONDS = 2, FIRST_CLOSED_FD = 3 };

/* ---- in the child ---------------------------------------------------------------- */

/* Keeps the way to the supervisor, at the descriptor that the walls know it by. */
static void close_descriptors(int guard) {
  if (guard != WB_GUARD_FD) dup2(guard, WB_GUARD_FD);
  for (int fd = FIRST_CLOSED_FD; fd < WB_GUARD_FD; fd++) close(fd);
  wb_close_from(WB_GUARD_FD + 1);
}

static void forget_parent(pid_t parent, int guard, uint64_t handled) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  wb_run_signals_reset(handled);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  /* A parent that had died before that sends no signal any more. */
  if (getppid() != parent) _exit(1);
  close_descriptors(guard);
}

void wb_run_enclose(const struct wbrt_run *run) {
  const struct wb_enclosure nothing = {
      .role = WB_ROLE_LAUNCH, .walls = run->walls, .guard = WB_GUARD_FD};
  if (wb_walls_raise(&nothing, NULL) != 0) _exit(1); /* the supervisor has been told why */
}

static bool is_used(const struct wb_launch_job *job, const struct wb_emulator_buffer *buffer) {
  bool used = false;
  for (size_t arg = 0; arg < job->launch->n_args; arg++) used |= job->bound.of[arg] == buffer;
  return used;
}

/* Only what the launch uses stays mapped, at its objects' addresses alone. What was hidden is not
 * there, and something else may be there now. */
static void forget_buffers(const struct wb_launch_job *job) {
  for (size_t i = 0; i < job->n_buffers; i++) {
    const struct wb_emulator_buffer *buffer = job->buffers[i];
    if (buffer == NULL || buffer->hidden) continue;
    /* Nor is what is not shared, which has been moved. */
    if (!is_used(job, buffer))
      munmap(buffer->map, wb_emulator_buffer_whole_size(buffer));
    else if (wb_emulator_buffer_is_shared(buffer))
      munmap(buffer->map, buffer->map_size);
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

/* Without stdio, whose buffers are pages of their own, and strtoull, which looks at locales. */
static uint64_t address_space_now(void) {
  char text[64];
  uint64_t pages = 0;
  const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const ssize_t got = fd >= 0 ? read(fd, text, sizeof text) : -1;
  if (fd >= 0) close(fd);
  for (ssize_t i = 0; i < got && text[i] != ' '; i++)
    pages = pages * 10 + (uint64_t)(text[i] - '0');
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* LLVM and the buffers are mapped already: the limit is on what comes. */
static void set_limits(const struct wb_limits *limits) {
  struct wb_sandbox sandbox = {.no_core = 1};
  uint64_t now = address_space_now();
  if (limits->time_ms > 0)
    sandbox.cpu_seconds = limits->time_ms * CPU_TIMES / 1000 + CPU_GRACE_SECONDS;
  if (limits->memory_bytes > 0 && now > 0 && limits->memory_bytes < UINT64_MAX - now)
    sandbox.address_space = now + limits->memory_bytes;
  wb_sandbox_enter(&sandbox);
}

static bool private_memory_fits(struct wbrt_run *run, uint64_t slots) {
  const struct wb_private_use *use = &run->image->private_use;
  const bool fits = wb_memory_privates_fit(run, slots);
  if (!fits)
    snprintf(run->shared->detail, sizeof run->shared->detail,
             "the private arrays of a work-group need %" PRIu64 " bytes; the limit is %" PRIu64
             "; the largest is %s of %" PRIu64 " bytes in line %" PRIu32,
             wb_memory_private_bytes(run->image, slots), run->launch->limits.memory_bytes,
             use->largest != NULL ? use->largest : "one", use->largest_bytes, use->line);
  return fits;
}

static bool frames_fit(struct wbrt_run *run, uint64_t slots) {
  const bool fits = wb_memory_frames_fit(run, slots);
  if (!fits)
    snprintf(run->shared->detail, sizeof run->shared->detail,
             "the compiled code of the kernel keeps %" PRIu64
             " bytes of values for each work-item, and a work-group has %" PRIu64
             "; the limit is %" PRIu64 " bytes: a shorter kernel or a smaller group needs less",
             run->image->stack_bytes, slots, run->launch->limits.memory_bytes);
  return fits;
}

static enum wb_status prepare_run(struct wbrt_run *run, const struct wb_launch_job *job,
                                  struct wb_error *err) {
  run->context->run = run;
  set_sizes(run, job->launch);
  wb_gpu_describe(run);
  const uint64_t groups = wb_interleave_groups(run), items = run->context->group_items;
  const uint64_t slots = groups > 0 ? groups * items : job->image->has_barrier ? items : 1;
  run->items = aligned_alloc(_Alignof(struct wb_work_item), slots * sizeof *run->items);
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
  if (job->image->has_collectives) {
    run->collective_items = calloc(slots, sizeof *run->collective_items);
    run->collective_values = calloc(slots, sizeof *run->collective_values);
    if (run->collective_items == NULL || run->collective_values == NULL)
      return wb_fail(err, WB_ERR_NOMEM, "no memory for work-items");
  }
  if (!private_memory_fits(run, slots) || !frames_fit(run, slots))
    return wb_fail(err, WB_ERR_LIMIT, "%s", run->shared->detail);
  enum wb_status status = wb_fibers_init(&run->fibers, slots, job->image->stack_bytes, err);
  if (status == WB_OK) status = wb_memory_init(run, &job->bound, slots, err);
  if (status == WB_OK && groups > 0) status = wb_interleave_init(run, groups, err);
  if (status == WB_OK && !wb_touched_init(run))
    status = wb_fail(err, WB_ERR_NOMEM, "no memory for what is touched");
  if (status == WB_OK) status = wb_profile_init(run, err);
  return status;
}

static _Noreturn void run_child(const struct wb_launch_job *job, struct wb_shared *shared,
                                pid_t parent, int guard) {
  struct wb_error err;
  enum wb_status status;
  /* One piece, so large that it is pages of its own, and not of the worker's heap: to write in one
   * of those is to copy it. */
  struct memory {
    struct wbrt_run run;
    struct wbrt_context context;
  } *memory = calloc(1, sizeof *memory);
  forget_parent(parent, guard, job->handled);
  if (memory == NULL) _exit(1);
  struct wbrt_run *run = &memory->run;
  run->started = wb_clock_ns();
  run->context = &memory->context;
  run->image = job->image;
  run->launch = job->launch;
  run->shared = shared;
  run->walls = job->walls;
  run->report.shared = shared; /* the rest is zero, as in a new report: its pages stay untouched */
  run->report.image = job->image;
  wb_launch_report_count_items(&run->report, job->launch);
  /* What the checks need is mapped before the limit is set: it is not the kernel's. */
  status = prepare_run(run, job, &err);
  forget_buffers(job);
  set_limits(&job->launch->limits);
  if (status == WB_OK) status = wb_run_signals_init(run, &err);
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
    {SIGXCPU, WB_OUTCOME_TIME_LIMIT,
     "the kernel used many times the processor time that its limit stands for"},
    {SIGSYS, WB_OUTCOME_SECURITY,
     "the kernel tried a system call of another architecture, which the sandbox refuses; "
     "kernels call OpenCL C's functions and their own"},
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
             wb_run_signal_name(end->signal, name, sizeof name));
  else if (outcome->detail[0] == '\0')
    snprintf(outcome->detail, sizeof outcome->detail,
             "the kernel's process ended with exit status %d", end->code);
}

/* What a trial may change. */
struct copies {
  struct wb_buffer_copy *of[WB_MAX_ARGS];
};

struct wb_launch_process {
  struct wb_launch_job job; /* of the launch that is here: */
  struct wb_launch launch;
  struct wb_arg *args;
  struct wb_shared *shared;
  struct copies copies;
  struct wb_process child;
  int ended; /* readable once the child has: its pidfd */
  struct wb_guard guard;
  uint64_t start_ns;
};

/* How a child's run came to its end. */
struct ending {
  struct wb_exit exit;
  bool late, refused, gave_up;
  char call[WB_CALL_NAME_MAX]; /* that was refused */
  bool enclosed;               /* walls stood around what ran */
};

static int milliseconds_left(uint64_t start_ns, uint32_t limit_ms) {
  const double left = (double)wb_hang_limit_ms(limit_ms) - wb_elapsed_ms(start_ns);
  if (limit_ms == 0) return -1;
  return left <= 0 ? 0 : left < INT32_MAX ? (int)left + 1 : INT32_MAX;
}

static uint64_t processor_ms(pid_t child) {
  struct timespec used = {0};
  clockid_t clock;
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return (uint64_t)used.tv_sec * 1000 + (uint64_t)used.tv_nsec / 1000000;
}

/* One that waits for a processor is not slow, but it is not waited for forever either. */
static bool trial_is_over(pid_t child, uint32_t trial_ms, uint64_t start_ns) {
  enum { MOST_TIMES = 10 };
  return wb_elapsed_ms(start_ns) >= (double)trial_ms * MOST_TIMES ||
         processor_ms(child) >= trial_ms;
}

/* What comes first; -1 is never. */
static int sooner_ms(int left, uint32_t trial_ms) {
  return trial_ms > 0 && (left < 0 || (uint32_t)left > trial_ms) ? (int)trial_ms : left;
}

/* Until the child has ended by itself, its time is over or a call of its is refused. */
static enum wb_status await_child(struct wb_launch_process *process, struct ending *ending,
                                  struct wb_error *err) {
  const struct wb_launch_job *job = &process->job;
  struct wb_guard *guard = &process->guard;
  const uint64_t start = process->start_ns;
  for (;;) {
    struct pollfd items[WB_GUARD_ITEMS + 1] = {{.fd = process->ended, .events = POLLIN}};
    const int left = milliseconds_left(start, job->launch->limits.time_ms);
    const int wait = sooner_ms(left, job->trial_ms);
    const int ready = poll(items, 1 + wb_guard_items(guard, items + 1), wait);
    if (ready < 0 && errno != EINTR) return wb_fail_errno(err, "cannot wait for a kernel");
    const enum wb_guard_news news = wb_guard_look(guard, ending->call, err);
    if (news == WB_GUARD_BROKEN) return WB_ERR_MISSING;
    ending->refused = news == WB_GUARD_REFUSED;
    /* Where nothing came, the time was up that had been waited for: the limit's, or the trial's. */
    ending->late = ready == 0 && wait == left && !ending->refused;
    ending->gave_up = ready == 0 && wait != left && !ending->refused &&
                      trial_is_over(process->child.pid, job->trial_ms, start);
    if (ending->refused || ending->late || ending->gave_up || (ready > 0 && items[0].revents != 0))
      return WB_OK;
  }
}

static enum wb_status watch_child(struct wb_launch_process *process, struct ending *ending,
                                  struct wb_error *err) {
  enum wb_status status = await_child(process, ending, err);
  ending->enclosed = process->guard.n_entered > 0;
  if (status == WB_OK && !ending->late && !ending->refused && !ending->gave_up)
    status = wb_process_wait(&process->child, -1, &ending->exit, err);
  wb_process_kill(&process->child);
  return status;
}

static void describe_ending(const struct ending *ending, struct wb_outcome *outcome) {
  if (ending->refused) {
    outcome->kind = WB_OUTCOME_SECURITY;
    snprintf(outcome->detail, sizeof outcome->detail,
             "the kernel tried the system call %s, which the sandbox refuses; kernels call OpenCL "
             "C's functions and their own",
             ending->call);
  } else {
    describe_crash(&ending->exit, outcome);
  }
}

/* The child begins with the buffers of its launch, and with others only where the system cannot
 * leave them out. A host program may have very many. */
static enum wb_status hide_others(const struct wb_launch_job *job, struct wb_error *err) {
  bool shown = true;
  for (size_t i = 0; i < job->n_buffers; i++) {
    struct wb_emulator_buffer *buffer = job->buffers[i];
    if (buffer == NULL) continue;
    if (is_used(job, buffer))
      shown &= wb_emulator_buffer_show(buffer);
    else
      wb_emulator_buffer_hide(buffer);
  }
  return shown ? WB_OK : wb_fail_errno(err, "cannot give a kernel its buffers");
}

static enum wb_status fork_child(struct wb_launch_process *process, struct wb_error *err) {
  const struct wb_launch_job *job = &process->job;
  const pid_t parent = getpid();
  int child_end = -1;
  enum wb_status status = hide_others(job, err);
  if (status == WB_OK) status = wb_guard_open(&process->guard, &job->walls, &child_end, err);
  if (status != WB_OK) return status;
  process->start_ns = wb_clock_ns();
  process->child.pid = fork();
  if (process->child.pid == 0) run_child(job, process->shared, parent, child_end);
  close(child_end);
  if (process->child.pid < 0) return wb_fail_errno(err, "cannot start a process for the kernel");
  /* As the child does: whichever of the two comes first, the group is there to be killed. */
  setpgid(process->child.pid, process->child.pid);
  wb_shared_hide(process->shared, job->launch->limits.output_bytes, job->launch->trace_bytes);
  process->ended = (int)syscall(SYS_pidfd_open, process->child.pid, 0);
  return process->ended >= 0 ? WB_OK : wb_fail_errno(err, "cannot wait for a kernel");
}

/* What came of a child that was not given up. */
static enum wb_status take_outcome(const struct wb_launch_process *process,
                                   const struct ending *ending, struct wb_outcome *outcome,
                                   struct wb_error *err) {
  const struct wb_launch *launch = &process->launch;
  const enum wb_status status = wb_shared_take(process->shared, launch->limits.output_bytes,
                                               launch->trace_bytes, outcome, err);
  if (status != WB_OK) return status;
  const bool ended_well = process->shared->finished == 1 && ending->exit.exited &&
                          ending->exit.code == 0 && !ending->refused;
  if (ending->late)
    return wb_fail(err, WB_ERR_CRASH, "a launch hangs: it has not ended after %llu s",
                   (unsigned long long)wb_hang_limit_ms(launch->limits.time_ms) / 1000);
  if (!ended_well) describe_ending(ending, outcome);
  /* What could have reached more than it may proves nothing by ending well. */
  if (ended_well && outcome->kind == WB_OUTCOME_DONE && !ending->enclosed)
    return wb_fail(err, WB_ERR_CRASH, "a kernel ran with no walls around it");
  return WB_OK;
}

/* Sizes beyond the dimensions are 1, whatever the caller left there. */
static struct wb_launch normalise_launch(const struct wb_launch *launch) {
  struct wb_launch copy = *launch;
  for (unsigned d = launch->dimensions; d < 3; d++) {
    copy.global[d] = copy.local[d] = 1;
    copy.offset[d] = 0;
  }
  return copy;
}

/* ---- trials ---------------------------------------------------------------------------- */

/* The most that is copied: a launch that would need more is not tried. */
static const uint64_t MAX_COPIED = 4 << 20;

static uint64_t bytes_to_keep(const struct wb_launch_job *job) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < job->launch->n_args && i < WB_MAX_ARGS; i++)
    if (job->bound.of[i] != NULL) bytes += wb_emulator_buffer_copy_size(job->bound.of[i]);
  return bytes;
}

/* In quick code, a visit of a place that is checked takes some ten nanoseconds. */
bool wb_launch_is_long(const struct wb_launch_job *job) {
  enum { LONG_VISITS = 10000000 };
  const struct wb_launch *launch = job->launch;
  uint64_t groups = 1, items = 1;
  for (unsigned d = 0; d < launch->dimensions && d < 3; d++) {
    if (launch->local[d] == 0 || launch->global[d] / launch->local[d] > UINT32_MAX / groups)
      return true;
    groups *= launch->global[d] / launch->local[d];
    items *= launch->global[d];
  }
  const uint64_t sites = job->image->n_sites > 0 ? job->image->n_sites : 1;
  const uint64_t work = wb_parallel_work(job->image, items);
  return work >= LONG_VISITS / sites || wb_parallel_is_worth(job->image, groups, items) ||
         bytes_to_keep(job) > MAX_COPIED;
}

/* False where there is no memory for it: then it is no trial. */
static bool keep_buffers(const struct wb_launch_job *job, struct copies *copies) {
  bool kept = true;
  for (size_t i = 0; i < job->launch->n_args; i++) {
    if (job->bound.of[i] == NULL) continue;
    copies->of[i] = wb_emulator_buffer_keep(job->bound.of[i]);
    kept &= copies->of[i] != NULL;
  }
  return kept;
}

/* A buffer that is bound twice has two copies that are alike. */
static void take_back(const struct wb_launch_job *job, const struct copies *copies) {
  for (size_t i = 0; i < job->launch->n_args; i++)
    if (copies->of[i] != NULL) wb_emulator_buffer_take_back(job->bound.of[i], copies->of[i]);
}

/* ---- start and end ----------------------------------------------------------------------- */

void wb_launch_free(struct wb_launch_process *process) {
  if (process == NULL) return;
  wb_process_kill(&process->child);
  wb_guard_close(&process->guard);
  if (process->ended >= 0) close(process->ended);
  wb_shared_free(process->shared, process->launch.limits.output_bytes, process->launch.trace_bytes);
  for (size_t i = 0; i < process->launch.n_args; i++)
    wb_emulator_buffer_copy_free(process->copies.of[i]);
  free(process->args);
  free(process);
}

static struct wb_launch_process *process_of(const struct wb_launch_job *job) {
  struct wb_launch_process *process = wb_alloc(sizeof *process);
  process->guard.socket = process->ended = -1;
  process->child.group = true;
  process->launch = normalise_launch(job->launch);
  process->args = wb_alloc(job->launch->n_args * sizeof *process->args);
  for (size_t i = 0; i < job->launch->n_args; i++) process->args[i] = job->launch->args[i];
  process->launch.args = process->args;
  process->job = *job;
  process->job.launch = &process->launch;
  return process;
}

enum wb_status wb_launch_start(const struct wb_launch_job *job, struct wb_launch_process **out,
                               struct wb_outcome *outcome, struct wb_error *err) {
  struct wb_launch_process *process = process_of(job);
  struct wb_launch_job *own = &process->job;
  enum wb_status status = WB_OK;
  *out = NULL;
  outcome->kind = WB_OUTCOME_DONE;
  if (!wb_launch_is_valid(job->image, &process->launch, &job->bound, outcome)) goto out;
  for (size_t i = 0; i < process->launch.n_args; i++)
    if (own->bound.of[i] != NULL) wb_emulator_buffer_settle(own->bound.of[i]);
  process->shared = wb_shared_new(process->launch.limits.output_bytes, process->launch.trace_bytes);
  if (process->shared == NULL) {
    status = wb_fail(err, WB_ERR_NOMEM, "no memory for a launch's outcome");
    goto out;
  }
  if (own->trial_ms > 0 && !keep_buffers(own, &process->copies)) own->trial_ms = 0;
  status = fork_child(process, err);
  if (status == WB_OK) {
    *out = process;
    process = NULL;
  }
out:
  wb_launch_free(process);
  return status;
}

enum wb_status wb_launch_end(struct wb_launch_process *process, struct wb_outcome *outcome,
                             bool *gave_up, struct wb_error *err) {
  const struct wb_launch_job *job = &process->job;
  struct ending ending = {0};
  enum wb_status status = watch_child(process, &ending, err);
  *gave_up = status == WB_OK && ending.gave_up;
  if (*gave_up)
    take_back(job, &process->copies);
  else if (status == WB_OK)
    status = take_outcome(process, &ending, outcome, err);
  for (size_t i = 0; i < job->launch->n_args && !*gave_up; i++)
    if (job->bound.of[i] != NULL && job->bound.of[i]->access != WB_BUFFER_READ_ONLY)
      job->bound.of[i]->fresh = false;
  return status;
}

bool wb_launch_has_ended(const struct wb_launch_process *process) {
  struct pollfd item = {.fd = process->ended, .events = POLLIN};
  return poll(&item, 1, 0) > 0;
}

const struct wb_launch_job *wb_launch_job_of(const struct wb_launch_process *process) {
  return &process->job;
}

bool wb_launch_uses(const struct wb_launch_process *process,
                    const struct wb_emulator_buffer *buffer) {
  return is_used(&process->job, buffer);
}

enum wb_status wb_launch_run(const struct wb_launch_job *job, struct wb_outcome *outcome,
                             struct wb_error *err) {
  struct wb_launch_job whole = *job;
  struct wb_launch_process *process = NULL;
  bool gave_up = false;
  whole.trial_ms = 0;
  enum wb_status status = wb_launch_start(&whole, &process, outcome, err);
  if (process != NULL) status = wb_launch_end(process, outcome, &gave_up, err);
  wb_launch_free(process);
  return status;
}
