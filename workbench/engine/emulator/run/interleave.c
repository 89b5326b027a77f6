#include "emulator/run/interleave.h"

#include <stdlib.h>
#include <string.h>

#include "emulator/run/async.h"
#include "emulator/run/barrier.h"
#include "emulator/run/collective.h"
#include "emulator/run/items.h"
#include "emulator/run/memory.h"
#include "emulator/run/order.h"

/* Groups and work-items under way together; stops of a work-item before atomic operations; stops of
 * all of them where they wait. */
enum { MOST_GROUPS = 16, MOST_ITEMS = 2048, MOST_TURNS = 32, MOST_WAITS = 4 << 20 };

/* What a group keeps while another one runs. */
struct wb_interleaved_group {
  bool under_way;
  uint64_t position, barriers;
  struct wb_work_item *first_waiting;
  uint64_t n_waiting;
  bool differ;
  uint32_t local_phase, global_phase;
  uint64_t busy; /* of its work-items, those that have ended and did something */
  struct wb_async async;
  unsigned char *local; /* its local memory, and what of it is written */
};

struct wb_interleave {
  struct wb_interleaved_group *groups;
  uint64_t n, running;        /* how many, and whose turn it is */
  uint64_t turns;             /* of all groups so far */
  uint64_t waits;             /* stops of work-items that wait */
  struct wb_work_item *items; /* of all groups: run->items are the running one's */
};

/* ---- how many -------------------------------------------------------------------------- */

static bool fits(const struct wbrt_run *run, uint64_t slots) {
  return wb_memory_privates_fit(run, slots) && wb_memory_frames_fit(run, slots);
}

uint64_t wb_interleave_groups(const struct wbrt_run *run) {
  const uint64_t items = run->context->group_items;
  uint64_t groups = MOST_ITEMS / items;
  if (run->launch->schedule.kind != WB_SCHEDULE_INTERLEAVE) return 0;
  if (groups > MOST_GROUPS) groups = MOST_GROUPS;
  if (groups > run->n_groups) groups = run->n_groups;
  while (groups > 1 && !fits(run, groups * items)) groups /= 2;
  return groups > 1 && !run->image->profile ? groups : 1;
}

/* ---- local memory ------------------------------------------------------------------------ */

typedef void visit_local(struct wbrt_run *run, const struct wbrt_object *object,
                         unsigned char *kept);

/* The bytes of the object, and what of them is written. */
static void take_out(struct wbrt_run *run, const struct wbrt_object *object, unsigned char *kept) {
  (void)run;
  memcpy(kept, (const void *)(uintptr_t)object->base, object->size);
  memcpy(kept + object->size, object->state, object->size);
}

/* Where unwritten values in it came from was another group's. */
static void put_back(struct wbrt_run *run, const struct wbrt_object *object, unsigned char *kept) {
  memcpy((void *)(uintptr_t)object->base, kept, object->size);
  memcpy(object->state, kept + object->size, object->size);
  wb_carry_forget(run, object->base, object->size);
}

/* Goes through the group's local memory, side by side with `kept`; returns the bytes of that.
 * NULL: they are all that is asked. */
static uint64_t visit_locals(struct wbrt_run *run, unsigned char *kept, visit_local *visit) {
  const uint32_t end = WBRT_FIRST_STATIC + run->image->n_objects;
  uint64_t at = 0;
  for (uint32_t i = WBRT_FIRST_ARGUMENT; i < end; i++) {
    const struct wbrt_object *object = &run->context->objects[i];
    if (object->memory != WB_MEMORY_LOCAL || object->base == 0) continue;
    if (visit != NULL) visit(run, object, kept + at);
    at += 2 * object->size;
  }
  return at;
}

enum wb_status wb_interleave_init(struct wbrt_run *run, uint64_t groups, struct wb_error *err) {
  const uint64_t bytes = visit_locals(run, NULL, NULL);
  struct wb_interleave *interleave = calloc(1, sizeof *interleave);
  run->interleave = interleave;
  if (interleave != NULL) interleave->groups = calloc(groups, sizeof *interleave->groups);
  bool good = interleave != NULL && interleave->groups != NULL;
  for (uint64_t i = 0; i < groups && good && groups > 1; i++) {
    interleave->groups[i].local = malloc(bytes + 1);
    good = interleave->groups[i].local != NULL;
  }
  if (!good) return wb_fail(err, WB_ERR_NOMEM, "no memory for work-items");
  interleave->n = groups;
  interleave->items = run->items;
  return WB_OK;
}

/* ---- one group's turn ----------------------------------------------------------------------- */

static void leave_group(struct wbrt_run *run) {
  struct wb_interleave *interleave = run->interleave;
  struct wb_interleaved_group *group = &interleave->groups[interleave->running];
  group->barriers = run->barriers;
  group->first_waiting = run->first_waiting;
  group->n_waiting = run->n_waiting;
  group->differ = run->differ;
  group->local_phase = run->context->local_phase;
  group->global_phase = run->context->global_phase;
  group->async = run->async;
  group->busy = run->context->busy - run->busy_before;
  if (interleave->n > 1) visit_locals(run, group->local, take_out);
}

static void enter_group(struct wbrt_run *run, uint64_t slot) {
  struct wb_interleave *interleave = run->interleave;
  struct wb_interleaved_group *group = &interleave->groups[slot];
  if (slot == interleave->running) return;
  leave_group(run);
  interleave->running = slot;
  run->items = interleave->items + slot * run->context->group_items;
  run->async = group->async;
  if (!group->under_way) return; /* wb_group_begin sets the rest */
  wb_item_ids_set_group(run, group->position);
  run->barriers = group->barriers;
  run->busy_before = run->context->busy - group->busy;
  run->first_waiting = group->first_waiting;
  run->n_waiting = group->n_waiting;
  run->differ = group->differ;
  run->context->local_phase = group->local_phase;
  run->context->global_phase = group->global_phase;
  visit_locals(run, group->local, put_back);
}

/* Another order in each turn. */
static uint64_t in_order(const struct wbrt_run *run, uint64_t salt, uint64_t count,
                         uint64_t position) {
  const struct wb_schedule shuffle = {WB_SCHEDULE_SHUFFLE, run->launch->schedule.seed};
  return wb_order_at(&shuffle, run->interleave->turns * MOST_GROUPS + salt, count, position);
}

/* Each work-item that can run, up to its next atomic operation, barrier or end. */
static void run_items(struct wbrt_run *run) {
  const uint64_t n = run->context->group_items, first = run->interleave->running * n;
  const uint64_t salt = run->interleave->running;
  for (uint64_t i = 0; i < n && !run->stopped; i++) {
    const uint64_t local = in_order(run, salt, n, i);
    struct wb_work_item *item = &run->items[local];
    if (item->stage != WB_ITEM_READY) continue;
    wb_item_place(run, local, false);
    wb_item_enter(run, item, first + local);
    wb_fiber_resume(&run->fibers, first + local);
    wb_item_leave(run, item);
  }
}

static bool any_ready(const struct wbrt_run *run) {
  bool found = false;
  for (uint64_t i = 0; i < run->context->group_items && !found; i++)
    found = run->items[i].stage == WB_ITEM_READY;
  return found;
}

static void forget_waiting(struct wbrt_run *run) {
  run->first_waiting = NULL;
  run->n_waiting = 0;
  run->differ = false;
}

/* Nobody can run: all stand at barriers or in collective functions, or are done. False where the
 * group is done. */
static bool let_meet(struct wbrt_run *run) {
  if (run->image->has_collectives && wb_collectives_run(run)) return true;
  if (run->stopped) return false;
  if (run->image->has_barrier && !wb_barrier_agrees(run)) {
    run->stopped = true;
    return false;
  }
  if (run->items[0].stage != WB_ITEM_WAITING) return false;
  wb_group_pass_barrier(run);
  forget_waiting(run);
  for (uint64_t i = 0; i < run->context->group_items; i++) run->items[i].stage = WB_ITEM_READY;
  return true;
}

static void take_turn(struct wbrt_run *run) {
  struct wb_interleaved_group *group = &run->interleave->groups[run->interleave->running];
  wb_run_check_time(run);
  run_items(run);
  if (run->stopped || any_ready(run) || let_meet(run)) return;
  group->under_way = false;
  if (!run->stopped) wb_group_end(run);
}

/* ---- all groups --------------------------------------------------------------------------------
 */

static void begin_group(struct wbrt_run *run, uint64_t slot, uint64_t position) {
  struct wb_interleaved_group *group = &run->interleave->groups[slot];
  enter_group(run, slot);
  group->under_way = true;
  group->position = position;
  wb_group_begin(run, position);
  forget_waiting(run);
  for (uint64_t i = 0; i < run->context->group_items; i++) {
    wb_item_begin(run, &run->items[i]);
    run->items[i].turns = 0;
  }
}

/* True while one is under way. */
static bool run_turn(struct wbrt_run *run) {
  struct wb_interleave *interleave = run->interleave;
  bool any = false;
  interleave->turns++;
  for (uint64_t i = 0; i < interleave->n && !run->stopped; i++) {
    const uint64_t slot = in_order(run, MOST_GROUPS, interleave->n, i);
    if (!interleave->groups[slot].under_way) continue;
    enter_group(run, slot);
    take_turn(run);
    any |= interleave->groups[slot].under_way;
  }
  return any && !run->stopped;
}

void wb_interleave_run(struct wbrt_run *run) {
  struct wb_interleave *interleave = run->interleave;
  const uint64_t slots = interleave->n * run->context->group_items;
  wb_run_begin(run, slots);
  run->group_segment = run->first_segment;
  run->context->takes_turns = 1;
  wb_items_start(run, slots);
  for (uint64_t at = 0; at < run->n_groups && !run->stopped; at += interleave->n) {
    for (uint64_t i = 0; i < interleave->n && at + i < run->n_groups; i++)
      begin_group(run, i, at + i);
    while (run_turn(run)) continue;
  }
}

/* ---- from kernels -----------------------------------------------------------------------------
 */

void wbrt_take_turn(struct wbrt_context *context) {
  struct wbrt_run *run = context->run;
  if (run->item->turns >= MOST_TURNS) return;
  run->item->turns++;
  wb_fiber_yield(&run->fibers);
}

void wb_interleave_wait(struct wbrt_run *run) {
  if (++run->interleave->waits < MOST_WAITS) wb_fiber_yield(&run->fibers);
}
