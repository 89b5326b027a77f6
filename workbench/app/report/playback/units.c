/* The index from a piece of memory to the steps that touch it. */
#include <stdlib.h>
#include <string.h>

#include "report/playback/private.h"

/* ---- units ----------------------------------------------------------------------- */

static uint64_t lowest_bit(uint64_t bits) { return bits & (~bits + 1); }

static void choose_units(struct wb_playback *p) {
  uint64_t *bits = wb_alloc((p->n_arrays + 1) * sizeof *bits);
  for (size_t i = 0; i < p->n_steps; i++) {
    const struct wb_play_step *step = &p->steps[i];
    if (step->kind != WB_TRACE_ACCESS) continue;
    const struct wb_trace_place *place = wb_play_place(p, step);
    bits[place->array] |= (uint64_t)step->at | place->bytes;
  }
  for (size_t i = 0; i < p->n_arrays; i++) {
    const uint64_t unit = lowest_bit(bits[i] | p->arrays[i].seen.element_bytes);
    p->arrays[i].unit_bytes = (uint32_t)unit; /* not 0: an element has bytes */
  }
  free(bits);
}

struct wb_play_key wb_play_key_of(const struct wb_playback *p, size_t array, size_t group,
                                  uint64_t item, uint64_t unit) {
  return (struct wb_play_key){
      .unit = unit,
      .item = p->arrays[array].by_item ? item : 0,
      .array = (uint32_t)array,
      .group = p->arrays[array].by_group ? (uint32_t)group : WB_PLAY_ANY_GROUP};
}

struct wb_play_units wb_play_units_of(const struct wb_playback *p, size_t array, uint64_t element) {
  const struct wb_play_array *a = &p->arrays[array];
  const uint32_t count = a->seen.element_bytes / a->unit_bytes;
  return (struct wb_play_units){.first = element * count,
                                .count = count < WB_PLAY_MAX_UNITS ? count : WB_PLAY_MAX_UNITS};
}

/* The units that an access touches: at least one. */
static struct wb_play_units touched_units(const struct wb_playback *p,
                                          const struct wb_play_step *step) {
  const struct wb_trace_place *place = wb_play_place(p, step);
  const uint32_t bytes = p->arrays[place->array].unit_bytes;
  return (struct wb_play_units){.first = (uint64_t)step->at / bytes, .count = place->bytes / bytes};
}

/* ---- the table ------------------------------------------------------------------- */

/* Neighbours lie side by side, so that who walks through an array walks through the
 * table, too. */
enum { BLOCK_BITS = 4 };

static size_t slot_of(const struct wb_playback *p, struct wb_play_key key) {
  uint64_t hash = (key.unit >> BLOCK_BITS) * UINT64_C(0x9E3779B97F4A7C15);
  hash ^= ((uint64_t)key.array << 32 | key.group) * UINT64_C(0xC2B2AE3D27D4EB4F);
  hash ^= key.item * UINT64_C(0xD6E8FEB86659FD93);
  hash ^= hash >> 29;
  hash = hash * UINT64_C(0x9E3779B97F4A7C15) >> 20;
  return (size_t)(hash << BLOCK_BITS | (key.unit & ((1U << BLOCK_BITS) - 1))) & (p->n_slots - 1);
}

static bool same_key(struct wb_play_key a, struct wb_play_key b) {
  return a.unit == b.unit && a.item == b.item && a.array == b.array && a.group == b.group;
}

/* Where the key is, or where it would go. */
static size_t find_slot(const struct wb_playback *p, struct wb_play_key key) {
  size_t slot = slot_of(p, key);
  while (p->slots[slot] != 0 && !same_key(p->units[p->slots[slot] - 1].key, key))
    slot = (slot + 1) & (p->n_slots - 1);
  return slot;
}

static void grow_table(struct wb_playback *p) {
  p->n_slots *= 2;
  free(p->slots);
  p->slots = wb_alloc(p->n_slots * sizeof *p->slots);
  for (size_t i = 0; i < p->n_units; i++) p->slots[find_slot(p, p->units[i].key)] = (uint32_t)i + 1;
}

/* Large enough, where every step is an access of an element of its own. */
static void make_table(struct wb_playback *p) {
  p->n_slots = 1024;
  while (p->n_slots < p->n_steps * 2) p->n_slots *= 2;
  p->slots = wb_alloc(p->n_slots * sizeof *p->slots);
}

static uint32_t unit_number(struct wb_playback *p, struct wb_play_key key) {
  if (2 * p->n_units >= p->n_slots) grow_table(p);
  const size_t slot = find_slot(p, key);
  if (p->slots[slot] == 0) {
    p->units = wb_grow(p->units, &p->units_capacity, p->n_units + 1, sizeof *p->units);
    p->units[p->n_units++] =
        (struct wb_play_unit){.key = key, .read = WB_PLAY_NO_STEP, .collision = WB_PLAY_NO_STEP};
    p->slots[slot] = (uint32_t)p->n_units;
  }
  return p->slots[slot] - 1;
}

struct wb_play_unit *wb_play_find(const struct wb_playback *p, struct wb_play_key key) {
  const uint32_t number = p->slots[find_slot(p, key)];
  return number > 0 ? &p->units[number - 1] : NULL;
}

/* ---- touches --------------------------------------------------------------------- */

/* Every touch in the order of steps, as the number of its unit. */
struct order {
  uint32_t *units;
  size_t count, capacity;
};

static void list_touches(struct wb_playback *p, struct order *order) {
  for (size_t i = 0; i < p->n_steps; i++) {
    const struct wb_play_step *step = &p->steps[i];
    if (step->kind != WB_TRACE_ACCESS) continue;
    const size_t array = wb_play_place(p, step)->array;
    const struct wb_play_units units = touched_units(p, step);
    order->units =
        wb_grow(order->units, &order->capacity, order->count + units.count, sizeof *order->units);
    for (uint32_t k = 0; k < units.count; k++) {
      const uint32_t unit =
          unit_number(p, wb_play_key_of(p, array, step->group, step->item, units.first + k));
      p->units[unit].count++;
      order->units[order->count++] = unit;
    }
  }
}

static void add_touch(struct wb_playback *p, struct wb_play_unit *unit, uint32_t number) {
  struct wb_play_touch *touch = &p->touches[unit->first + unit->count];
  const bool writes = wb_play_writes(p, &p->steps[number]);
  const uint32_t before = unit->count > 0 ? touch[-1].written : WB_PLAY_NO_STEP;
  *touch = (struct wb_play_touch){.step = number, .written = writes ? number : before};
  if (unit->read == WB_PLAY_NO_STEP &&
      wb_play_place(p, &p->steps[number])->access != WB_ACCESS_WRITE)
    unit->read = number;
  unit->count++;
}

static void sort_touches(struct wb_playback *p, const struct order *order) {
  uint32_t first = 0;
  size_t next = 0;
  p->n_touches = order->count;
  p->touches = wb_alloc((order->count + 1) * sizeof *p->touches);
  for (size_t i = 0; i < p->n_units; i++) {
    p->units[i].first = first;
    first += p->units[i].count;
    p->units[i].count = 0;
  }
  for (size_t i = 0; i < p->n_steps; i++) {
    if (p->steps[i].kind != WB_TRACE_ACCESS) continue;
    const uint32_t count = touched_units(p, &p->steps[i]).count;
    for (uint32_t k = 0; k < count; k++) add_touch(p, &p->units[order->units[next++]], (uint32_t)i);
  }
}

void wb_play_index(struct wb_playback *p) {
  struct order order = {0};
  choose_units(p);
  make_table(p);
  list_touches(p, &order);
  sort_touches(p, &order);
  free(order.units);
}

size_t wb_play_until(const struct wb_playback *p, const struct wb_play_unit *unit, size_t step) {
  const struct wb_play_touch *touches = wb_play_touches(p, unit);
  size_t low = 0, high = unit->count;
  if (step == WB_PLAYBACK_START) return 0;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (touches[middle].step <= step)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
