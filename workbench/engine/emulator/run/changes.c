#include "emulator/run/changes.h"

#include <stdlib.h>
#include <string.h>

#include "emulator/run/run.h"

static struct wb_changed *place_of(const struct wb_changes *changes, uint64_t address) {
  return &changes->places[(address >> 2) * 0x9E3779B97F4A7C15ULL >> 32 & (WB_CHANGED_PLACES - 1)];
}

static uint64_t value_at(uint64_t address, uint32_t bytes) {
  uint64_t value = 0;
  memcpy(&value, (const void *)(uintptr_t)address, bytes);
  return value;
}

static struct wb_change *latest_of(struct wb_changed *changed, uint64_t back) {
  return &changed->latest[(changed->n - 1 - back) % WB_CHANGES_KEPT];
}

static bool is_own(const struct wbrt_run *run, const struct wb_change *change) {
  return change->position == run->group_position &&
         change->item == (uint32_t)run->context->local_linear_id;
}

static uint16_t unset_at(const struct wbrt_run *run, const struct wbrt_object *o, uint64_t address,
                         uint32_t bytes) {
  const bool told = run->profile != NULL && run->launch->schedule.kind == WB_SCHEDULE_STALE;
  return told ? wb_run_unset(run, (uint32_t)(o - run->context->objects), address, bytes, false) : 0;
}

/* An operation that left what it found has changed nothing: the next one takes its place. Until
 * then it says that its author has seen what is there. */
void wb_changes_note(struct wbrt_run *run, const struct wbrt_object *o, uint64_t address,
                     uint32_t bytes, uint32_t site) {
  struct wb_changes *changes = &run->changes;
  if (address == 0 || bytes > sizeof(uint64_t)) return;
  if (changes->places == NULL) changes->places = calloc(WB_CHANGED_PLACES, sizeof *changes->places);
  if (changes->places == NULL) return;
  struct wb_changed *changed = place_of(changes, address);
  if (changed->address != address || changed->bytes != bytes)
    *changed = (struct wb_changed){.address = address, .bytes = bytes};
  const uint64_t now = value_at(address, bytes);
  if (changed->n == 0 || latest_of(changed, 0)->before != now) {
    changed->n++;
    changed->stale = 0;
  } else {
    changed->seen = changed->n - 1;
  }
  *latest_of(changed, 0) =
      (struct wb_change){.before = now,
                         .position = run->group_position,
                         .barriers = run->barriers,
                         .segment = run->context->segment >> WBRT_SITE_BITS,
                         .item = (uint32_t)run->context->local_linear_id,
                         .site = site,
                         .unset = unset_at(run, o, address, bytes),
                         .published = run->image->has_fences && wb_sync_publishes(run, o, address)};
}

/* Whether the running work-item certainly comes after the change. */
static bool is_known(struct wbrt_run *run, const struct wb_change *change, bool local) {
  const bool mine = change->position == run->group_position;
  bool known = mine ? change->barriers < run->barriers || is_own(run, change) : local;
  if (!known && run->image->orders)
    known = wb_sync_orders(run, local ? WB_SYNC_LOCAL : WB_SYNC_GLOBAL, change->segment);
  return known;
}

/* Of the changes from number `since` on, as wb_changes_find. */
static size_t find_since(struct wbrt_run *run, struct wb_changed *changed, uint64_t since,
                         bool local, const struct wb_change **out) {
  const uint64_t now = value_at(changed->address, changed->bytes), recent = changed->n - since;
  const uint64_t kept = recent < WB_CHANGES_KEPT ? recent : WB_CHANGES_KEPT;
  size_t n = 0;
  for (uint64_t i = 0; i < kept; i++) {
    const struct wb_change *change = latest_of(changed, i);
    if (is_known(run, change, local)) break;
    if (i > 0 || change->before != now) out[n++] = change;
  }
  return n;
}

/* NULL: none of it is known. */
static struct wb_changed *changed_at(const struct wbrt_run *run, uint64_t address, uint32_t bytes) {
  if (run->changes.places == NULL) return NULL;
  struct wb_changed *changed = place_of(&run->changes, address);
  return changed->address == address && changed->bytes == bytes ? changed : NULL;
}

size_t wb_changes_find(struct wbrt_run *run, uint64_t address, uint32_t bytes, bool local,
                       const struct wb_change **out) {
  struct wb_changed *changed = changed_at(run, address, bytes);
  return changed != NULL ? find_since(run, changed, 0, local, out) : 0;
}

/* ---- stale reads -------------------------------------------------------------------- */

/* The change before which a relaxed read gives what was there; NULL: it gives the latest value. */
static const struct wb_change *find_oldest(struct wbrt_run *run, uint64_t address, uint32_t bytes,
                                           bool local) {
  enum { MOST_STALE = 4 };
  const struct wb_change *changes[WB_CHANGES_KEPT];
  struct wb_changed *changed = changed_at(run, address, bytes);
  size_t n = 0;
  if (changed != NULL && changed->stale < MOST_STALE)
    n = find_since(run, changed, changed->seen, local, changes);
  while (n > 0 && changes[n - 1]->published) n--;
  if (n == 0) return NULL;
  changed->stale++;
  return changes[n - 1];
}

uint64_t wbrt_read_stale(struct wbrt_context *context, uint64_t address, uint32_t bytes,
                         uint32_t site, uint64_t value) {
  struct wbrt_run *run = context->run;
  const struct wbrt_object *o = wbrt_object_of(context, address, WBRT_ANY_OBJECT);
  if (o == NULL || !wbrt_inside(o, address, bytes)) return value;
  const struct wb_change *change = NULL;
  if (run->launch->schedule.kind == WB_SCHEDULE_STALE)
    change = find_oldest(run, address, bytes, o->memory == WB_MEMORY_LOCAL);
  if (change == NULL) {
    wb_changes_note(run, o, address, bytes, site);
    return value;
  }
  run->stale =
      (struct wb_stale_read){.address = address, .value = change->before, .unset = change->unset};
  return change->before;
}
