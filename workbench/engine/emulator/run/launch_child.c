#include "emulator/run/launch_child.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/large_pages.h"
#include "base/process.h"
#include "emulator/profile/gpu.h"
#include "emulator/profile/profile.h"
#include "emulator/run/interleave.h"
#include "emulator/run/maps.h"
#include "emulator/run/signals.h"
#include "emulator/run/touched.h"
#include "sandbox/limits.h"

/* The child counts what it executes, and ends itself at its limit. What does not count itself ends
 * by processor time, of which honest kernels never need so much. */
enum { CPU_TIMES = 20, CPU_GRACE_SECONDS = 2, FIRST_CLOSED_FD = 3 };

/* What the checks of small launches take that follow one another, of which a single one uses
 * little; and what is kept of the heap from one to the next. */
enum { HEAP_ROOM = 128 << 10, HEAP_KEPT = 1 << 20 };

/* What launches after the first may map more than it. */
static const uint64_t ROOM_FOR_LATER = 256 << 20;

/* The limit of a process's memory stands for all its launches, which map more or less for their
 * checks: what one does not map is held, so that the kernel of each has just what it may. */
struct room {
  void *held;
  uint64_t held_bytes, bytes; /* 0: nothing is held */
};

bool wb_launch_row_uses(const struct wb_launch_row *row, size_t first,
                        const struct wb_emulator_buffer *buffer) {
  bool used = false;
  for (size_t i = first; i < row->n; i++)
    for (size_t arg = 0; arg < row->of[i].launch.n_args; arg++)
      used |= row->of[i].job.bound.of[arg] == buffer;
  return used;
}

/* ---- from the worker ---------------------------------------------------------------- */

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
  if (run->enclosed) return;
  const struct wb_enclosure nothing = {
      .role = WB_ROLE_LAUNCH, .walls = run->walls, .guard = WB_GUARD_FD};
  if (wb_walls_raise(&nothing, NULL) != 0) _exit(1); /* the supervisor has been told why */
}

/* Marks the slots of a slab that the row uses. */
static void mark_slots(const struct wb_launch_row *row, const struct wb_slab *slab,
                       bool used[WB_SLAB_SLOTS]) {
  for (size_t i = 0; i < row->n; i++)
    for (size_t arg = 0; arg < row->of[i].launch.n_args; arg++) {
      const struct wb_emulator_buffer *buffer = row->of[i].job.bound.of[arg];
      if (buffer == NULL || !buffer->in_slab) continue;
      const size_t at = (size_t)(buffer->map - slab->map) / WB_SLOT_BYTES;
      if (buffer->map >= slab->map && at < WB_SLAB_SLOTS) used[at] = true;
    }
}

static void forget_slots(const struct wb_launch_row *row, const struct wb_slab *slab) {
  bool used[WB_SLAB_SLOTS] = {false};
  if (slab->map == NULL) return;
  mark_slots(row, slab, used);
  for (size_t first = 0, end; first < WB_SLAB_SLOTS; first = end + 1) {
    for (end = first; end < WB_SLAB_SLOTS && !used[end];) end++;
    if (end > first) munmap(slab->map + first * WB_SLOT_BYTES, (end - first) * WB_SLOT_BYTES);
  }
}

/* Only what the row uses stays mapped. What was hidden is not there, and something else may be
 * there now. */
static void forget_others(const struct wb_launch_row *row, const struct wb_launch_host *host) {
  for (size_t i = 0; i < host->n_buffers; i++) {
    const struct wb_emulator_buffer *buffer = host->buffers[i];
    if (buffer != NULL && !buffer->hidden && !buffer->in_slab &&
        !wb_launch_row_uses(row, 0, buffer))
      munmap(buffer->map, wb_emulator_buffer_whole_size(buffer));
  }
  for (size_t i = 0; i < 2 && host->spares != NULL; i++) forget_slots(row, &host->spares->slabs[i]);
}

/* What a launch uses is at its objects' addresses alone. What is not shared has been moved there;
 * what is there as a copy is copied back. */
static void forget_originals(const struct wbrt_run *run, const struct wb_launch_job *job) {
  for (size_t arg = 0; arg < job->launch->n_args; arg++) {
    const struct wb_emulator_buffer *buffer = job->bound.of[arg];
    if (buffer != NULL && wb_emulator_buffer_is_shared(buffer) &&
        !run->info[WBRT_FIRST_ARGUMENT + arg].copied)
      munmap(buffer->map, buffer->map_size);
  }
}

/* ---- a launch ---------------------------------------------------------------------- */

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

/* Of all launches together: seconds of processor time; 0: no limit. */
static uint64_t processor_limit(const struct wb_launch_row *row) {
  uint64_t ms = 0;
  for (size_t i = 0; i < row->n; i++) {
    const uint32_t own = row->of[i].job.launch->limits.time_ms;
    if (own == 0) return 0;
    ms += (uint64_t)own * CPU_TIMES;
  }
  return ms / 1000 + CPU_GRACE_SECONDS;
}

/* LLVM, the buffers and what the first launch's checks need are mapped already: the limit is on
 * what comes. */
static void set_limits(const struct wb_launch_row *row) {
  struct wb_sandbox sandbox = {.no_core = 1, .cpu_seconds = processor_limit(row)};
  const uint64_t now = address_space_now();
  const uint64_t own = row->of[0].job.launch->limits.memory_bytes;
  if (own > 0 && now > 0 && own < UINT64_MAX - now) sandbox.address_space = now + own;
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

/* Those of a launch before, where they fit; or as many as the largest launch of the row needs. */
static enum wb_status make_stacks(struct wbrt_run *run, uint64_t slots, uint64_t row_slots,
                                  struct wb_error *err) {
  const uint64_t bytes = run->image->stack_bytes;
  if (wb_fibers_fit(&run->fibers, slots, bytes)) return WB_OK;
  wb_fibers_release(&run->fibers);
  return wb_fibers_init(&run->fibers, slots > row_slots ? slots : row_slots, bytes, err);
}

static enum wb_status prepare_run(struct wbrt_run *run, const struct wb_launch_job *job,
                                  uint64_t row_slots, struct wb_error *err) {
  run->context->run = run;
  wb_launch_report_count_items(run);
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
  enum wb_status status = make_stacks(run, slots, row_slots, err);
  if (status == WB_OK) status = wb_memory_init(run, &job->bound, slots, err);
  if (status == WB_OK && groups > 0) status = wb_interleave_init(run, groups, err);
  if (status == WB_OK && !wb_touched_init(run))
    status = wb_fail(err, WB_ERR_NOMEM, "no memory for what is touched");
  if (status == WB_OK) status = wb_profile_init(run, err);
  return status;
}

/* Pages of its own, and not of the worker's heap: to write in one of those is to copy it. */
struct memory {
  struct wbrt_run run;
  struct wbrt_context context;
};

static struct memory *new_memory(void) {
  struct memory *memory =
      mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) _exit(1);
  return memory;
}

/* All zero again; most of what is large has not been used, and its pages stay untouched. */
static void renew_memory(struct memory *memory) {
  struct wbrt_run *run = &memory->run;
  wb_launch_report_renew(&run->report);
  if (run->carried.n > 0) memset(&run->carried, 0, sizeof run->carried);
  memset(run, 0, offsetof(struct wbrt_run, report));
  memset(&memory->context, 0, sizeof memory->context);
}

static struct wbrt_run *begin_run(struct memory *memory, const struct wb_launch_turn *turn,
                                  const struct wb_launch_host *host) {
  struct wbrt_run *run = &memory->run;
  run->started = wb_clock_ns();
  run->context = &memory->context;
  run->image = turn->job.image;
  run->launch = turn->job.launch;
  run->shared = turn->shared;
  run->walls = host->walls;
  run->report.shared = turn->shared;
  run->report.image = turn->job.image;
  return run;
}

/* But for the stacks. What it allocated while it ran ends with the process: a row is short. */
static void release_run(struct wbrt_run *run) {
  wb_memory_release(run);
  if (run->group_segments != NULL)
    munmap(run->group_segments, run->n_groups * sizeof *run->group_segments);
  free(run->items);
  free(run->sync.windows);
  free(run->collective_items);
  free(run->collective_values);
  free(run->changes.places);
}

/* Work-items of a group that are alive together, in the launch of a row that has most. */
static uint64_t most_slots(const struct wb_launch_row *row) {
  uint64_t most = 1;
  for (size_t i = 0; i < row->n; i++) {
    const size_t *local = row->of[i].launch.local;
    const uint64_t items = (uint64_t)local[0] * local[1] * local[2];
    if (row->of[i].job.image->has_barrier && items > most) most = items;
  }
  return most;
}

/* All of the room but what the launch has mapped; most have mapped as much as the one before.
 * False: it has mapped more. */
static bool hold_rest(struct room *room, const struct wbrt_run *run) {
  const uint64_t mapped = run->mapped + run->fibers.map_size;
  if (mapped > room->bytes) return false;
  const uint64_t rest = room->bytes - mapped;
  if (rest == room->held_bytes) return true;
  if (room->held_bytes > 0) munmap(room->held, room->held_bytes);
  room->held_bytes = rest;
  if (rest > 0)
    room->held = mmap(NULL, rest, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return rest == 0 || room->held != MAP_FAILED;
}

/* What the checks need is mapped before the limit is set: it is not the kernel's. */
static void run_first(struct wbrt_run *run, const struct wb_launch_row *row,
                      const struct wb_launch_host *host, struct room *room) {
  struct wb_error err;
  enum wb_status status = prepare_run(run, &row->of[0].job, most_slots(row), &err);
  forget_others(row, host);
  forget_originals(run, &row->of[0].job);
  room->bytes = run->mapped + run->fibers.map_size + (row->n > 1 ? ROOM_FOR_LATER : 0);
  if (status == WB_OK && !hold_rest(room, run))
    status = wb_fail(&err, WB_ERR_NOMEM, "no memory for the launches that follow");
  set_limits(row);
  if (status == WB_OK) status = wb_run_signals_init(run, &err);
  if (status == WB_OK) {
    wb_run_launch(run);
  } else {
    run->shared->kind = WB_OUTCOME_MEMORY_LIMIT;
    snprintf(run->shared->detail, sizeof run->shared->detail, "%.300s", err.message);
  }
}

/* Behind the walls, and within the limit, that stand already: what it maps has room beside what is
 * held, since its kernel does not run yet. False: there is no room for it. */
static bool run_later(struct wbrt_run *run, const struct wb_launch_job *job, struct room *room,
                      struct wb_row_memory *memory) {
  struct wb_error err;
  run->enclosed = true;
  run->row = memory;
  run->mapped = memory->mapped;
  if (prepare_run(run, job, 0, &err) != WB_OK) return false;
  forget_originals(run, job);
  if (!hold_rest(room, run)) return false;
  wb_run_signals_use(run);
  wb_run_launch(run);
  return true;
}

_Noreturn void wb_launch_child_run(const struct wb_launch_row *row,
                                   const struct wb_launch_host *host, pid_t parent, int guard) {
  struct wb_fibers fibers = {0};
  struct room room = {0};
  struct wb_row_memory row_memory = {0};
  struct memory *memory = new_memory();
  bool goes_on = true;
  forget_parent(parent, guard, host->handled);
  wb_heap_keep(row->n > 1 ? HEAP_ROOM : 0, HEAP_KEPT);
  for (size_t i = 0; i < row->n && goes_on; i++) {
    struct wbrt_run *run = begin_run(memory, &row->of[i], host);
    run->fibers = fibers;
    if (i == 0)
      run_first(run, row, host, &room);
    else
      goes_on = run_later(run, &row->of[i].job, &room, &row_memory);
    if (goes_on) run->shared->finished = 1;
    goes_on = goes_on && i + 1 < row->n && run->shared->kind == WB_OUTCOME_DONE;
    fibers = run->fibers;
    if (goes_on) release_run(run);
    if (goes_on) renew_memory(memory);
  }
  _exit(0);
}
