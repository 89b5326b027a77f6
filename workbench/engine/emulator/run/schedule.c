/* Runs groups and their work-items, one after another. */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "emulator/run/barrier.h"
#include "emulator/run/collective.h"
#include "emulator/run/memory.h"
#include "emulator/run/interleave.h"
#include "emulator/run/items.h"
#include "emulator/run/order.h"
#include "emulator/run/parallel.h"
#include "emulator/run/touched.h"
#include "emulator/profile/profile.h"
#include "emulator/run/run.h"

/* ---- time ----------------------------------------------------------------------- */

/* Where work-items are interleaved no race is looked for: every entry is before the window, and no
 * segment fits a compact cell (interleave.h). */
static void set_windows(struct wbrt_run *run, uint32_t flags) {
  struct wbrt_context *context = run->context;
  if (run->interleave != NULL) {
    context->local_window = context->global_window = UINT64_MAX;
    return;
  }
  const uint64_t first = run->group_segment + run->time * context->group_items;
  context->phase_first = first << WBRT_SITE_BITS;
  if ((flags & WB_FENCE_LOCAL) != 0) context->local_window = first << WBRT_SITE_BITS;
  if ((flags & WB_FENCE_GLOBAL) != 0) context->global_window = first << WBRT_SITE_BITS;
}

static void set_segment(struct wbrt_run *run, uint64_t local_linear) {
  struct wbrt_context *context = run->context;
  const uint64_t number = run->group_segment + run->time * context->group_items + local_linear;
  context->segment = number << WBRT_SITE_BITS;
  context->cell_key = run->interleave == NULL ? wbrt_cell_key(context->segment) : 0;
}

/* Numbers must never wrap: a launch of 2^40 segments takes hours. */
static void check_segments(struct wbrt_run *run) {
  uint64_t end = run->group_segment + (run->time + 2) * run->context->group_items;
  if (end < WBRT_MAX_SEGMENT) return;
  run->shared->kind = WB_OUTCOME_TIME_LIMIT;
  snprintf(run->shared->detail, sizeof run->shared->detail,
           "the launch has more work-items and barriers than can be checked");
  run->stopped = true;
}

void wb_run_tick(struct wbrt_run *run) {
  run->time++;
  check_segments(run);
  if (run->stopped) wb_fiber_leave(&run->fibers);
  set_segment(run, run->context->local_linear_id);
}

/* ---- one work-item ---------------------------------------------------------------- */

static int64_t steps_of(const struct wb_launch *launch) {
  const uint64_t steps = launch->limits.steps;
  return steps == 0 || steps > INT64_MAX ? INT64_MAX : (int64_t)steps;
}

int64_t wb_run_cost_limit(const struct wb_launch *launch) {
  const uint32_t time_ms = launch->limits.time_ms;
  return time_ms == 0 ? INT64_MAX : (int64_t)time_ms * WBRT_COST_OF_MS;
}

static void forget_item(struct wb_work_item *item) {
  wb_item_forget_origins(item);
  item->copies = 0;
  item->touched = false;
}

/* How many work-items do something is told by what they count: each must have an end at which
 * that is looked at. */
void wbrt_forget_item(struct wbrt_context *context) {
  const bool told = context->run->launch->touched_told;
  if (context->touched == 1) forget_item(context->run->item);
  context->touched = told ? 2 : 0;
  if (told) context->counted = 1;
}

void wb_item_begin(struct wbrt_run *run, struct wb_work_item *item) {
  item->steps_left = run->context->item_steps;
  item->counted = run->launch->touched_told;
  if (item->counted) item->counts = (struct wbrt_item_counts){0};
  if (item->touched) forget_item(item);
  if (run->image->orders) item->sync = (struct wb_sync_item){0};
  item->returned_at = WB_NO_SITE;
  item->n_exits = 0;
  item->stage = WB_ITEM_READY;
}

void wb_item_place_at(struct wbrt_run *run, uint64_t local_linear) {
  wb_item_ids_set(run, local_linear);
  set_segment(run, local_linear);
}

static void end_item(struct wbrt_run *run) {
  if (!run->image->ends_items) wbrt_end_item(run->context, 0, 0, 0, 0, 0, 0, 0);
  wb_profile_end_item(run);
}

void wb_run_total(struct wbrt_run *run) {
  const struct wbrt_item_counts *total = &run->context->total, *most = &run->context->most;
  struct wb_counters *sum = &run->shared->counters;
  sum->global_reads = total->global_reads;
  sum->global_writes = total->global_writes;
  sum->local_reads = total->local_reads;
  sum->local_writes = total->local_writes;
  sum->global_atomics = total->global_atomics;
  sum->local_atomics = total->local_atomics;
  sum->max_global_reads = most->global_reads;
  sum->max_global_writes = most->global_writes;
  sum->max_local_reads = most->local_reads;
  sum->max_local_writes = most->local_writes;
  sum->max_global_atomics = most->global_atomics;
  sum->max_local_atomics = most->local_atomics;
  sum->items = run->context->items;
  run->shared->cost = (uint64_t)(wb_run_cost_limit(run->launch) - run->context->cost_left);
}

/* ---- one group -------------------------------------------------------------------- */

void wb_group_begin(struct wbrt_run *run, uint64_t position) {
  enum { GROUP_COST = 400 };
  run->context->cost_left -=
      GROUP_COST + (int64_t)(run->context->group_items * run->image->item_cost);
  wb_item_ids_set_group(run, position);
  run->barriers = run->time = 0;
  run->last_barrier = WB_NO_SITE;
  run->context->local_phase = run->context->global_phase = 0;
  if (run->group_segments != NULL) run->group_segments[position] = run->group_segment;
  set_windows(run, WB_FENCE_LOCAL | WB_FENCE_GLOBAL);
  run->context->group_window = run->group_segment << WBRT_SITE_BITS;
  wb_memory_begin_group(run);
  if (run->profile != NULL) wb_profile_begin_group(run);
  run->busy_before = run->context->busy;
  check_segments(run);
}

void wb_group_end(struct wbrt_run *run) {
  /* Calls that do nothing would take as long as a small group. */
  if (run->polls.n > 0) wb_polls_end_group(run);
  if (run->profile != NULL) wb_profile_end_group(run);
  if (run->async.n > 0 || run->async.has_bad_wait) wb_async_end_group(run);
  /* Its work-items had a segment each before, between and after what divided their time. */
  run->group_segment += (run->time + 1) * run->context->group_items;
  run->idle_groups += run->context->busy == run->busy_before;
}

/* Another order after every barrier, and in every group. */
static uint64_t item_at(const struct wbrt_run *run, uint64_t position) {
  const uint64_t salt = 1 + run->group_position + (run->barriers << 40);
  return wb_order_at(&run->launch->schedule, salt, run->context->group_items, position);
}

/* ---- without barriers: a loop, on one stack ----------------------------------------- */

/* How many work-items follow one another in dimension 0 from a position of the
 * group's order on, and how far apart. */
static uint64_t row_at(const struct wbrt_run *run, int64_t *step) {
  const enum wb_schedule_kind order = run->launch->schedule.kind;
  *step = order == WB_SCHEDULE_REVERSE ? -1 : 1;
  /* What a work-item knows of others' releases must be forgotten after it; one
   * that waits may be given up. */
  const bool alone = order == WB_SCHEDULE_SHUFFLE || run->image->orders || run->image->polls;
  return alone ? 1 : run->context->local_size[0];
}

static void run_row(struct wbrt_run *run, uint64_t count, int64_t step) {
  if (run->image->item_loop != NULL) {
    run->image->item_loop(run->context, run->args, count, step);
    return;
  }
  for (uint64_t i = 0; i < count; i++) {
    wbrt_begin_item(run->context);
    run->image->entry(run->context, run->args);
    end_item(run);
    wbrt_next_item(run->context, step);
  }
}

/* Whether the launch shall end; `abandon` is set by another slice. */
static bool is_late(struct wbrt_run *run) {
  if (run->in_slice && run->shared->n_findings > 0) *run->abandon = 1;
  return run->context->cost_left < 0 || (run->in_slice && *run->abandon != 0);
}

void wb_run_check_time(struct wbrt_run *run) {
  if (!is_late(run) || run->stopped) return;
  run->stopped = true;
  run->shared->kind = WB_OUTCOME_TIME_LIMIT;
  snprintf(run->shared->detail, sizeof run->shared->detail, "the kernel ran longer than %u ms",
           run->launch->limits.time_ms);
}

/* The dimension that groups lie side by side in. */
static int line_dimension(const struct wbrt_run *run) {
  return run->image->has_columns && run->context->global_size[0] == 1 ? 1 : 0;
}

/* How many groups lie side by side, from the running one on, and may be a single row. Of a kernel
 * that orders work-items, or waits for others, each group has records of its own. */
static uint64_t groups_in_line(const struct wbrt_run *run) {
  const struct wbrt_context *context = run->context;
  const bool forward = run->launch->schedule.kind == WB_SCHEDULE_FORWARD;
  const int d = line_dimension(run);
  uint64_t count = run->end_group - run->next_group;
  if (!forward || !run->image->crosses_groups || run->image->orders || run->image->polls ||
      context->local_size[d] != context->group_items)
    return 1;
  const uint64_t left = context->n_groups[d] - context->group_id[d];
  const uint64_t most = WBRT_LOCKSTEP_ITEMS / context->group_items;
  if (count > left) count = left;
  return count < most ? count : most;
}

/* The running group and those beside it, of which each costs as much to begin. False: nothing has
 * happened. */
static bool run_line(struct wbrt_run *run, uint64_t groups, int64_t cost) {
  struct wbrt_context *context = run->context;
  const uint64_t before = context->items, further = groups - 1;
  wb_item_place(run, 0, false);
  wb_item_enter(run, run->items, 0);
  run->image->item_loop(context, run->args, groups * context->group_items,
                        line_dimension(run) == 0 ? WB_ACROSS_GROUPS : WB_ALONG_COLUMN);
  if (context->items == before) return false;
  context->cost_left -= (int64_t)further * cost;
  run->group_segment += further * context->group_items;
  run->idle_groups += further;
  run->next_group += further;
  run->next_item = context->group_items;
  wb_run_check_time(run);
  return true;
}

static void run_plain(void *data) {
  struct wbrt_run *run = data;
  int64_t step;
  uint64_t apart = 0; /* groups before this one do not run in a line */
  const uint64_t row = row_at(run, &step);
  wb_item_begin(run, run->items);
  for (; run->next_group < run->end_group && !run->stopped; run->next_group++) {
    const int64_t left = run->context->cost_left;
    if (run->next_item == 0) wb_group_begin(run, run->next_group);
    if (run->next_item == 0 && run->next_group >= apart) {
      const uint64_t groups = groups_in_line(run);
      if (groups > 1 && !run_line(run, groups, left - run->context->cost_left))
        apart = run->next_group + groups;
    }
    while (run->next_item < run->context->group_items && !run->stopped) {
      wb_item_place(run, item_at(run, run->next_item), false);
      run->next_item += row;
      wb_item_enter(run, run->items, 0);
      run->item->sync = (struct wb_sync_item){0};
      run_row(run, row, step);
      wb_run_check_time(run);
    }
    wb_group_end(run);
    run->next_item = 0;
  }
  wb_fiber_leave(&run->fibers);
}

/* Until no work-item is given up any more. */
static void run_all_plain(struct wbrt_run *run) {
  do {
    run->stuck = false;
    wb_fiber_start(&run->fibers, 0, run_plain, run);
    wb_fiber_resume(&run->fibers, 0);
  } while (run->stuck && !run->stopped);
}

/* ---- with barriers: a stack for each work-item --------------------------------------- */

static void run_item(void *data) {
  struct wb_work_item *item = data;
  struct wbrt_run *run = item->run;
  if (item->began) {
    if (run->image->item_loop == NULL) end_item(run);
    item->stage = WB_ITEM_DONE;
    wb_fiber_yield(&run->fibers);
  }
  item->began = true;
  if (run->image->item_loop != NULL)
    run->image->item_loop(run->context, run->args, 1, 1);
  else
    run->image->entry(run->context, run->args);
}

/* A group's stacks do not fit into the nearest cache, and where one goes on is read first. */
static void prefetch_stack(const struct wb_fiber *fiber) {
  enum { LINES = 8 };
  for (int line = 0; line < LINES; line++)
    __builtin_prefetch((const char *)fiber->context + line * WB_CACHE_LINE);
}

/* Each work-item up to where it waits or ends; those that have met, or all that
 * stood at a barrier. */
static void run_round(struct wbrt_run *run, bool met) {
  wb_run_check_time(run);
  uint64_t next = UINT64_MAX;
  if (!met) {
    run->first_waiting = NULL;
    run->n_waiting = 0;
    run->differ = false;
  }
  const bool forward = run->launch->schedule.kind == WB_SCHEDULE_FORWARD;
  for (uint64_t i = 0; i < run->context->group_items && !run->stopped; i++) {
    uint64_t local = forward ? i : item_at(run, i);
    struct wb_work_item *item = &run->items[local];
    if (item->stage == WB_ITEM_DONE || item->stage == WB_ITEM_STUCK) continue;
    if (met && item->stage != WB_ITEM_READY) continue;
    wb_item_place(run, local, local == next);
    next = local + 1;
    if (item->stage == WB_ITEM_WAITING) item->stage = WB_ITEM_READY;
    wb_item_enter(run, item, local);
    if (next + 1 < run->context->group_items) prefetch_stack(&run->fibers.fibers[next + 1]);
    wb_fiber_resume(&run->fibers, local);
    wb_item_leave(run, item);
  }
}

void wb_group_pass_barrier(struct wbrt_run *run) {
  const uint32_t flags = run->items[0].flags;
  wb_profile_pass_barrier(run);
  run->barriers++;
  run->last_barrier = run->items[0].site;
  run->last_was_wait = (flags & WBRT_BARRIER_OF_WAIT) != 0;
  run->last_was_narrow = (flags & WBRT_BARRIER_NARROW) != 0;
  run->time++;
  if ((flags & WBRT_BARRIER_OF_WAIT) == 0) run->shared->counters.barriers++;
  if ((flags & WB_FENCE_LOCAL) != 0) run->context->local_phase++;
  if ((flags & WB_FENCE_GLOBAL) != 0) run->context->global_phase++;
  set_windows(run, flags);
  check_segments(run);
  if (run->image->orders) wb_sync_join(run, 0, run->context->group_items, flags);
}

static void run_group(struct wbrt_run *run) {
  const uint64_t n = run->context->group_items;
  bool more = true;
  for (uint64_t i = 0; i < n; i++) wb_item_begin(run, &run->items[i]);
  while (more && !run->stopped) {
    run_round(run, false);
    while (run->image->has_collectives && !run->stopped && !run->stuck && wb_collectives_run(run)) {
      check_segments(run);
      run_round(run, true);
    }
    if (run->stopped || run->stuck) break;
    if (!wb_barrier_agrees(run)) run->stopped = true;
    more = run->items[0].stage == WB_ITEM_WAITING;
    if (more && !run->stopped) wb_group_pass_barrier(run);
  }
}

void wb_items_start(struct wbrt_run *run, uint64_t slots) {
  for (uint64_t i = 0; i < slots; i++) {
    run->items[i].run = run;
    run->items[i].began = false;
    wb_fiber_start(&run->fibers, i, run_item, &run->items[i]);
  }
}

static void run_waiting(struct wbrt_run *run) {
  wb_items_start(run, run->context->group_items);
  for (uint64_t group = run->first_group; group < run->end_group && !run->stopped; group++) {
    wb_group_begin(run, group);
    if (!run->stopped) run_group(run);
    wb_group_end(run);
    /* Stacks of a group that was given up still stand in the middle of its kernel. */
    if (run->stuck) wb_items_start(run, run->context->group_items);
    run->stuck = false;
  }
}

void wb_run_begin(struct wbrt_run *run, uint64_t slots) {
  run->context->item_steps = steps_of(run->launch);
  run->context->cost_left = wb_run_cost_limit(run->launch);
  run->context->touched = run->launch->touched_told ? 2 : 0;
  run->context->hears_reads =
      run->interleave == NULL &&
      (run->image->polls || run->launch->schedule.kind == WB_SCHEDULE_STALE);
  for (uint64_t i = 0; i < slots; i++) forget_item(&run->items[i]);
}

void wb_run_groups(struct wbrt_run *run, uint64_t first, uint64_t end) {
  const uint64_t slots = run->image->has_barrier ? run->context->group_items : 1;
  run->first_group = run->next_group = first;
  run->next_item = 0;
  run->end_group = end;
  run->group_segment = run->first_segment + first * run->context->group_items;
  run->items[0].run = run;
  wb_run_begin(run, slots);
  wb_memory_expect(run, first, end);
  if (run->image->has_barrier) {
    run_waiting(run);
  } else {
    run_all_plain(run);
  }
  wb_polls_end(run);
}

void wb_run_launch(struct wbrt_run *run) {
  if (run->interleave != NULL || !wb_parallel_run(run)) {
    wb_run_enclose(run);
    if (run->interleave != NULL)
      wb_interleave_run(run);
    else
      wb_run_groups(run, 0, run->n_groups);
    wb_touched_all(run);
    wb_memory_end(run);
  }
  wb_touched_end(run);
  wb_prints_end(run);
  wb_profile_end(run);
  wb_run_total(run);
  run->shared->time_ns = wb_clock_ns() - run->started;
}

/* ---- from kernels --------------------------------------------------------------------- */

_Noreturn void wb_run_stop(struct wbrt_run *run, enum wb_outcome_kind kind, const char *format,
                           ...) {
  run->stopped = true;
  run->shared->kind = kind;
  if (format != NULL) {
    va_list args;
    va_start(args, format);
    vsnprintf(run->shared->detail, sizeof run->shared->detail, format, args);
    va_end(args);
  }
  wb_fiber_leave(&run->fibers);
}

_Noreturn void wb_run_give_up(struct wbrt_run *run) {
  run->stuck = true;
  run->item->stage = WB_ITEM_STUCK;
  run->context->counts = (struct wbrt_item_counts){0};
  run->context->counted = 0;
  run->busy_before = UINT64_MAX; /* its group is not idle */
  wb_fiber_leave(&run->fibers);
}

void wbrt_barrier(struct wbrt_context *context, uint32_t flags, uint32_t site, uint64_t iteration) {
  struct wbrt_run *run = context->run;
  struct wb_work_item *item = run->item;
  /* A store is judged when it has been made, but before another work-item can change its memory. */
  if (context->pending != 0) wbrt_race_stored(context);
  if (!run->image->has_barrier) wb_bug("a kernel without barriers waits at one");
  wb_profile_wait(run, site);
  item->stage = WB_ITEM_WAITING;
  item->n_exits = 0;
  item->flags =
      flags & (WB_FENCE_LOCAL | WB_FENCE_GLOBAL | WBRT_BARRIER_OF_WAIT | WBRT_BARRIER_NARROW);
  item->site = site;
  item->iteration = iteration;
  if (run->first_waiting == NULL) run->first_waiting = item;
  run->differ |= !wb_waits_alike(run->first_waiting, item);
  run->n_waiting++;
  wb_fiber_yield(&run->fibers); /* last: fiber.h */
}

int64_t wbrt_more_steps(struct wbrt_context *context, int64_t left, uint32_t site) {
  struct wbrt_run *run = context->run;
  const struct wbrt_site *place = wb_launch_report_site(&run->report, site);
  context->cost_left -= left & WBRT_COST_MASK;
  if (is_late(run))
    wb_run_stop(run, WB_OUTCOME_TIME_LIMIT,
                "the kernel ran longer than %u ms; it was in the loop of line %u",
                run->launch->limits.time_ms, place->line);
  if (context->steps_left <= 0)
    wb_run_stop(run, WB_OUTCOME_TIME_LIMIT,
                "a work-item took more than %llu steps in loops; it was in the loop of line %u",
                (unsigned long long)run->launch->limits.steps, place->line);
  return wbrt_first_steps(context);
}
