#include "emulator/run/launch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "emulator/run/interleave.h"
#include "emulator/run/launch_child.h"
#include "emulator/run/parallel.h"
#include "emulator/run/signals.h"
#include "emulator/run/validate.h"

/* How a child's run came to its end. */
struct ending {
  struct wb_exit exit;
  bool late, refused, gave_up;
  char call[WB_CALL_NAME_MAX]; /* that was refused */
  bool enclosed;               /* walls stood around what ran */
  size_t n_good;               /* launches from the first on that came to their ends */
};

struct wb_launch_process {
  struct wb_launch_row row;
  unsigned char *shared; /* what the launches of the row leave, one after the other */
  size_t shared_size;
  size_t next; /* launch: those before it have their outcomes */
  struct wb_process child;
  int ended; /* readable once the child has: its pidfd */
  struct wb_guard guard;
  uint64_t start_ns;
  bool has_started, has_ended;
  struct ending ending; /* then */
};

/* ---- a row --------------------------------------------------------------------------- */

/* Sizes beyond the dimensions are 1, whatever the caller left there. */
static struct wb_launch normalise_launch(const struct wb_launch *launch) {
  struct wb_launch copy = *launch;
  for (unsigned d = launch->dimensions; d < 3; d++) {
    copy.global[d] = copy.local[d] = 1;
    copy.offset[d] = 0;
  }
  return copy;
}

struct wb_launch_process *wb_launch_process_new(void) {
  struct wb_launch_process *process = wb_alloc(sizeof *process);
  process->guard.socket = process->ended = -1;
  process->child.group = true;
  return process;
}

static void free_turn(struct wb_launch_turn *turn) {
  for (size_t i = 0; i < turn->launch.n_args; i++) wb_emulator_buffer_copy_free(turn->copies[i]);
  free(turn->args);
}

void wb_launch_process_free(struct wb_launch_process *process) {
  if (process == NULL) return;
  wb_process_kill(&process->child);
  wb_guard_close(&process->guard);
  if (process->ended >= 0) close(process->ended);
  for (size_t i = 0; i < process->row.n; i++) free_turn(&process->row.of[i]);
  if (process->shared != NULL) munmap(process->shared, process->shared_size);
  free(process);
}

/* What a row has at most: more would take longer than processes take to start, and could use a
 * second processor. */
enum { ROW_WORK = 1 << 14, ROW_BYTES = 1 << 20 };

/* Whether most work-items are likely to run in lockstep: with many others of their group, or across
 * groups. */
static bool is_in_lockstep(const struct wb_launch_job *job) {
  const struct wb_launch *launch = job->launch;
  return job->image->in_lockstep && launch->schedule.kind == WB_SCHEDULE_FORWARD &&
         !launch->touched_told &&
         (job->image->crosses_groups || launch->local[0] >= WB_ITEMS_IN_LOCKSTEP);
}

static uint64_t work_of(const struct wb_launch_job *job) {
  const struct wb_launch *launch = job->launch;
  const uint64_t at_once = is_in_lockstep(job) ? WB_ITEMS_IN_LOCKSTEP : 1;
  const uint64_t most = ROW_WORK * at_once;
  uint64_t items = 1;
  for (unsigned d = 0; d < launch->dimensions && d < 3; d++)
    items *= launch->global[d] <= most && items <= most ? launch->global[d] : most + 1;
  return wb_parallel_work(job->image, (items + at_once - 1) / at_once);
}

bool wb_launch_process_add(struct wb_launch_process *process, const struct wb_launch_job *job,
                           struct wb_outcome *outcome) {
  struct wb_launch_turn *turn = &process->row.of[process->row.n];
  *turn = (struct wb_launch_turn){.launch = normalise_launch(job->launch), .outcome = outcome};
  outcome->kind = WB_OUTCOME_DONE;
  if (!wb_launch_is_valid(job->image, &turn->launch, &job->bound, outcome)) return false;
  turn->args = wb_alloc(job->launch->n_args * sizeof *turn->args);
  for (size_t i = 0; i < job->launch->n_args; i++) turn->args[i] = job->launch->args[i];
  turn->launch.args = turn->args;
  turn->job = *job;
  turn->job.launch = &turn->launch;
  turn->work = work_of(job);
  process->row.n++;
  return true;
}

bool wb_launch_process_uses(const struct wb_launch_process *process,
                            const struct wb_emulator_buffer *buffer) {
  return wb_launch_row_uses(&process->row, process->next, buffer);
}

size_t wb_launch_process_left(const struct wb_launch_process *process) {
  return process->row.n - process->next;
}

struct wb_launch_job *wb_launch_process_job(struct wb_launch_process *process, size_t index) {
  return &process->row.of[process->next + index].job;
}

struct wb_outcome *wb_launch_process_outcome(const struct wb_launch_process *process,
                                             size_t index) {
  return process->row.of[process->next + index].outcome;
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

uint64_t wb_launch_process_work(const struct wb_launch_process *process) {
  uint64_t work = 0;
  for (size_t i = 0; i < process->row.n; i++) work += process->row.of[i].work;
  return work;
}

bool wb_launch_is_short(const struct wb_launch_job *job, uint64_t most_work) {
  const uint64_t work = work_of(job);
  return work <= ROW_WORK && work <= most_work && bytes_to_keep(job) <= ROW_BYTES &&
         job->launch->trace_bytes == 0 && job->launch->schedule.kind != WB_SCHEDULE_INTERLEAVE;
}

bool wb_launch_process_takes(const struct wb_launch_process *process,
                             const struct wb_launch_job *job, uint64_t most_work) {
  const struct wb_launch_row *row = &process->row;
  const uint64_t work = wb_launch_process_work(process) + work_of(job);
  uint64_t bytes = bytes_to_keep(job);
  for (size_t i = 0; i < row->n; i++) bytes += bytes_to_keep(&row->of[i].job);
  return !process->has_started && row->n < WB_LAUNCHES_IN_ROW && work <= ROW_WORK &&
         work <= most_work && bytes <= ROW_BYTES &&
         row->of[0].launch.program == job->launch->program &&
         row->of[0].launch.limits.memory_bytes == job->launch->limits.memory_bytes;
}

/* False where there is no memory for it. */
static bool keep_buffers(struct wb_launch_turn *turn) {
  const struct wb_launch_job *job = &turn->job;
  bool kept = true;
  for (size_t i = 0; i < job->launch->n_args; i++) {
    if (job->bound.of[i] == NULL) continue;
    turn->copies[i] = wb_emulator_buffer_keep(job->bound.of[i]);
    kept &= turn->copies[i] != NULL;
  }
  return kept;
}

/* A buffer that is bound twice has two copies that are alike. */
static void take_back(const struct wb_launch_turn *turn) {
  for (size_t i = 0; i < turn->job.launch->n_args; i++)
    if (turn->copies[i] != NULL)
      wb_emulator_buffer_take_back(turn->job.bound.of[i], turn->copies[i]);
}

/* ---- start ------------------------------------------------------------------------------ */

static enum wb_status prepare_turn(struct wb_launch_turn *turn, bool alone, struct wb_error *err) {
  struct wb_launch_job *job = &turn->job;
  for (size_t i = 0; i < turn->launch.n_args; i++)
    if (job->bound.of[i] != NULL) wb_emulator_buffer_settle(job->bound.of[i]);
  const bool kept = job->trial_ms == 0 || keep_buffers(turn);
  if (!kept && !alone) return wb_fail(err, WB_ERR_NOMEM, "no memory to take a launch back");
  if (!kept) job->trial_ms = 0;
  return WB_OK;
}

static size_t shared_size_of(const struct wb_launch *launch) {
  return wb_shared_size(launch->limits.output_bytes, launch->trace_bytes);
}

static enum wb_status share_outcomes(struct wb_launch_process *process, struct wb_error *err) {
  struct wb_launch_row *row = &process->row;
  size_t size = 0;
  bool fits = true;
  for (size_t i = 0; i < row->n; i++)
    fits &= !__builtin_add_overflow(size, shared_size_of(&row->of[i].launch), &size);
  process->shared_size = size;
  process->shared = fits ? wb_shared_map(size) : NULL;
  if (process->shared == NULL)
    return wb_fail(err, WB_ERR_NOMEM, "no memory for a launch's outcome");
  unsigned char *at = process->shared;
  for (size_t i = 0; i < row->n; i++) {
    row->of[i].shared = wb_shared_at(at, row->of[i].launch.limits.output_bytes);
    at += shared_size_of(&row->of[i].launch);
  }
  return WB_OK;
}

/* The child begins with the buffers of its launches, and with others only where the system cannot
 * leave them out. A host program may have very many. */
static enum wb_status hide_others(const struct wb_launch_row *row,
                                  const struct wb_launch_host *host, struct wb_error *err) {
  bool shown = true;
  for (size_t i = 0; i < host->n_buffers; i++) {
    struct wb_emulator_buffer *buffer = host->buffers[i];
    if (buffer == NULL) continue;
    if (wb_launch_row_uses(row, 0, buffer))
      shown &= wb_emulator_buffer_show(buffer);
    else
      wb_emulator_buffer_hide(buffer);
  }
  return shown ? WB_OK : wb_fail_errno(err, "cannot give a kernel its buffers");
}

enum wb_status wb_launch_process_start(struct wb_launch_process *process,
                                       const struct wb_launch_host *host, struct wb_error *err) {
  struct wb_launch_row *row = &process->row;
  const pid_t parent = getpid();
  int child_end = -1;
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < row->n && status == WB_OK; i++)
    status = prepare_turn(&row->of[i], row->n == 1, err);
  if (status == WB_OK) status = share_outcomes(process, err);
  if (status == WB_OK) status = hide_others(row, host, err);
  if (status == WB_OK) status = wb_guard_open(&process->guard, &host->walls, &child_end, err);
  if (status != WB_OK) return status;
  process->start_ns = wb_clock_ns();
  process->has_started = true;
  process->child.pid = fork();
  if (process->child.pid == 0) wb_launch_child_run(row, host, parent, child_end);
  close(child_end);
  if (process->child.pid < 0) return wb_fail_errno(err, "cannot start a process for the kernel");
  /* As the child does: whichever of the two comes first, the group is there to be killed. */
  setpgid(process->child.pid, process->child.pid);
  madvise(process->shared, process->shared_size, MADV_DONTFORK); /* no other child has it */
  process->ended = (int)syscall(SYS_pidfd_open, process->child.pid, 0);
  return process->ended >= 0 ? WB_OK : wb_fail_errno(err, "cannot wait for a kernel");
}

bool wb_launch_process_has_started(const struct wb_launch_process *process) {
  return process->has_started;
}

/* ---- end -------------------------------------------------------------------------------- */

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

/* After which the process hangs, in milliseconds; 0: never. */
static uint64_t hang_limit_ms(const struct wb_launch_row *row) {
  uint64_t sum = 0;
  for (size_t i = 0; i < row->n; i++) {
    const uint32_t limit_ms = row->of[i].launch.limits.time_ms;
    if (limit_ms == 0) return 0;
    sum += wb_hang_limit_ms(limit_ms);
  }
  return sum;
}

static int milliseconds_left(uint64_t start_ns, uint64_t limit_ms) {
  const double left = (double)limit_ms - wb_elapsed_ms(start_ns);
  if (limit_ms == 0) return -1;
  return left <= 0 ? 0 : left < INT32_MAX ? (int)left + 1 : INT32_MAX;
}

static uint64_t processor_ms(pid_t child) {
  struct timespec used = {0};
  clockid_t clock;
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return (uint64_t)used.tv_sec * 1000 + (uint64_t)used.tv_nsec / 1000000;
}

/* How many launches have come to their ends, as far as the child can be believed. */
static size_t count_finished(const struct wb_launch_row *row) {
  size_t n = 0;
  while (n < row->n && row->of[n].shared->finished == 1) n++;
  return n;
}

/* Of the launch that runs: since when, and what the process had used then. */
struct trial {
  size_t finished; /* before it */
  uint64_t used_ms, since_ns;
};

/* One that waits for a processor is not slow, but it is not waited for forever either. */
static bool trial_is_over(const struct wb_launch_process *process, uint32_t trial_ms,
                          struct trial *trial) {
  enum { MOST_TIMES = 10 };
  const size_t finished = count_finished(&process->row);
  const uint64_t used_ms = processor_ms(process->child.pid);
  if (finished > trial->finished) *trial = (struct trial){finished, used_ms, wb_clock_ns()};
  return wb_elapsed_ms(trial->since_ns) >= (double)trial_ms * MOST_TIMES ||
         used_ms >= trial->used_ms + trial_ms;
}

/* What comes first; -1 is never. */
static int sooner_ms(int left, uint32_t trial_ms) {
  return trial_ms > 0 && (left < 0 || (uint32_t)left > trial_ms) ? (int)trial_ms : left;
}

/* Until the child has ended by itself, its time is over or a call of its is refused. */
static enum wb_status await_child(struct wb_launch_process *process, struct ending *ending,
                                  struct wb_error *err) {
  struct wb_guard *guard = &process->guard;
  const uint32_t trial_ms = process->row.of[0].job.trial_ms;
  const uint64_t limit_ms = hang_limit_ms(&process->row);
  struct trial trial = {.since_ns = process->start_ns};
  for (;;) {
    struct pollfd items[WB_GUARD_ITEMS + 1] = {{.fd = process->ended, .events = POLLIN}};
    const int left = milliseconds_left(process->start_ns, limit_ms);
    const int wait = sooner_ms(left, trial_ms);
    const int ready = poll(items, 1 + wb_guard_items(guard, items + 1), wait);
    if (ready < 0 && errno != EINTR) return wb_fail_errno(err, "cannot wait for a kernel");
    const enum wb_guard_news news = wb_guard_look(guard, ending->call, err);
    if (news == WB_GUARD_BROKEN) return WB_ERR_MISSING;
    ending->refused = news == WB_GUARD_REFUSED;
    /* Where nothing came, the time was up that had been waited for: the limit's, or the trial's. */
    ending->late = ready == 0 && wait == left && !ending->refused;
    ending->gave_up =
        ready == 0 && wait != left && !ending->refused && trial_is_over(process, trial_ms, &trial);
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

static bool ended_well(const struct ending *ending) {
  return ending->exit.exited && ending->exit.code == 0 && !ending->refused && !ending->gave_up;
}

/* How many launches are to be believed. Of a row that did not end well none is, since whatever was
 * wrong may have begun before the launch that ran last; and in a process of its own a launch that
 * lacked memory might have had more. */
static size_t count_good(const struct wb_launch_row *row, const struct ending *ending) {
  size_t n = count_finished(row);
  if (!ended_well(ending)) return ending->gave_up && n < row->n ? n : 0;
  if (row->n > 1 && n > 0 && row->of[n - 1].shared->kind == WB_OUTCOME_MEMORY_LIMIT) n--;
  return n;
}

/* A launch alone that came to no good end has that as its outcome, unless it was given up. What one
 * of a row would do alone is not known. */
static bool has_outcome(const struct wb_launch_process *process, size_t index) {
  const struct ending *ending = &process->ending;
  return index < ending->n_good || (process->row.n == 1 && !ending->gave_up);
}

enum wb_status wb_launch_process_end(struct wb_launch_process *process, bool *gave_up,
                                     struct wb_error *err) {
  struct wb_launch_row *row = &process->row;
  struct ending *ending = &process->ending;
  const enum wb_status status = watch_child(process, ending, err);
  process->has_ended = true;
  *gave_up = ending->gave_up;
  if (status != WB_OK) return status;
  if (ending->late)
    return wb_fail(err, WB_ERR_CRASH, "a launch hangs: it has not ended after %llu s",
                   (unsigned long long)hang_limit_ms(row) / 1000);
  ending->n_good = count_good(row, ending);
  for (size_t i = 0; i < row->n; i++)
    if (!has_outcome(process, i)) take_back(&row->of[i]);
  return WB_OK;
}

bool wb_launch_process_has_ended(const struct wb_launch_process *process) {
  return process->has_ended;
}

static void forget_freshness(const struct wb_launch_job *job) {
  for (size_t i = 0; i < job->launch->n_args; i++)
    if (job->bound.of[i] != NULL && job->bound.of[i]->access != WB_BUFFER_READ_ONLY)
      job->bound.of[i]->fresh = false;
}

static uint64_t items_of(const struct wb_launch *launch) {
  uint64_t items = 1;
  for (unsigned d = 0; d < launch->dimensions; d++) items *= launch->global[d];
  return items;
}

static void count_unfinished(const struct wb_launch *launch, struct wb_counters *counters) {
  const uint64_t items = items_of(launch);
  counters->unfinished = items > counters->items ? items - counters->items : 0;
}

enum wb_status wb_launch_process_take(struct wb_launch_process *process, bool *done,
                                      struct wb_error *err) {
  const struct ending *ending = &process->ending;
  struct wb_launch_turn *turn = &process->row.of[process->next];
  const struct wb_launch *launch = &turn->launch;
  const bool good = process->next < ending->n_good;
  *done = has_outcome(process, process->next);
  process->next++;
  if (!*done) return WB_OK;
  enum wb_status status = wb_shared_take(turn->shared, launch->limits.output_bytes,
                                         launch->trace_bytes, turn->outcome, err);
  count_unfinished(launch, &turn->outcome->counters);
  if (status == WB_OK && !good) describe_ending(ending, turn->outcome);
  /* What could have reached more than it may proves nothing by ending well. */
  if (status == WB_OK && good && turn->outcome->kind == WB_OUTCOME_DONE && !ending->enclosed)
    status = wb_fail(err, WB_ERR_CRASH, "a kernel ran with no walls around it");
  forget_freshness(&turn->job);
  return status;
}

bool wb_launch_process_is_idle(const struct wb_launch_process *process) {
  struct pollfd item = {.fd = process->ended, .events = POLLIN};
  return poll(&item, 1, 0) > 0;
}

enum wb_status wb_launch_run(const struct wb_launch_host *host, const struct wb_launch_job *job,
                             struct wb_outcome *outcome, struct wb_error *err) {
  struct wb_launch_job whole = *job;
  struct wb_launch_process *process = wb_launch_process_new();
  enum wb_status status = WB_OK;
  bool gave_up = false, done = false;
  whole.trial_ms = 0;
  if (wb_launch_process_add(process, &whole, outcome)) {
    status = wb_launch_process_start(process, host, err);
    if (status == WB_OK) status = wb_launch_process_end(process, &gave_up, err);
    if (status == WB_OK) status = wb_launch_process_take(process, &done, err);
  }
  wb_launch_process_free(process);
  return status;
}
