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

/* An operation that left what it found has changed nothing: the next one takes its place. Until
 * then it says that its author has seen what is there. */
void wb_changes_note(struct wbrt_run *run, uint64_t address, uint32_t bytes, uint32_t site) {
  struct wb_changes *changes = &run->changes;
  if (address == 0 || bytes > sizeof(uint64_t)) return;
  if (changes->places == NULL) changes->places = calloc(WB_CHANGED_PLACES, sizeof *changes->places);
  if (changes->places == NULL) return;
  struct wb_changed *changed = place_of(changes, address);
  if (changed->address != address || changed->bytes != bytes)
    *changed = (struct wb_changed){.address = address, .bytes = bytes};
  const uint64_t now = value_at(address, bytes);
  if (changed->n == 0 || latest_of(changed, 0)->before != now) changed->n++;
  *latest_of(changed, 0) = (struct wb_change){.before = now,
                                              .position = run->group_position,
                                              .barriers = run->barriers,
                                              .segment = run->context->segment >> WBRT_SITE_BITS,
                                              .item = (uint32_t)run->context->local_linear_id,
                                              .site = site};
}

/* Whether the running work-item certainly comes after the change. */
static bool is_known(struct wbrt_run *run, const struct wb_change *change, bool local) {
  const bool mine = change->position == run->group_position;
  bool known = mine ? change->barriers < run->barriers ||
                          change->item == (uint32_t)run->context->local_linear_id
                    : local;
  if (!known && run->image->orders)
    known = wb_sync_orders(run, local ? WB_SYNC_LOCAL : WB_SYNC_GLOBAL, change->segment);
  return known;
}

size_t wb_changes_find(struct wbrt_run *run, uint64_t address, uint32_t bytes, bool local,
                       const struct wb_change **out) {
  const struct wb_changes *changes = &run->changes;
  struct wb_changed *changed = changes->places != NULL ? place_of(changes, address) : NULL;
  size_t n = 0;
  if (changed == NULL || changed->address != address || changed->bytes != bytes) return 0;
  const uint64_t now = value_at(address, bytes);
  const uint64_t kept = changed->n < WB_CHANGES_KEPT ? changed->n : WB_CHANGES_KEPT;
  for (uint64_t i = 0; i < kept; i++) {
    const struct wb_change *change = latest_of(changed, i);
    if (is_known(run, change, local)) break;
    if (i > 0 || change->before != now) out[n++] = change;
  }
  return n;
}
