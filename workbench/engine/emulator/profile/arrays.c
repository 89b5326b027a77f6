#include "emulator/profile/arrays.h"

#include <stdio.h>
#include <stdlib.h>

#include "emulator/profile/profile.h"
#include "emulator/run/maps.h"

enum { OF_ARGUMENTS = WB_ARRAY_WAYS * WB_MAX_ARGS, NOT_COUNTED = WB_MAX_ARRAY_COUNTS };
_Static_assert((int)OF_ARGUMENTS < (int)WB_MAX_ARRAY_COUNTS, "each argument has its places");

bool wb_profile_arrays_init(struct wb_profile_arrays *arrays, struct wbrt_run *run) {
  const uint64_t items = run->context->group_items;
  arrays->arrays = wb_maps_zero(run, 0, WB_MAX_ARRAY_COUNTS * sizeof *arrays->arrays);
  arrays->counts = wb_maps_zero(run, 0, items * WB_MAX_ARRAY_COUNTS * sizeof *arrays->counts);
  return arrays->arrays != NULL && arrays->counts != NULL;
}

/* ---- places --------------------------------------------------------------------------------- */

/* The place of an array of the kernel's own; NOT_COUNTED where there is no room for another. */
static size_t own_place(struct wb_profile_arrays *arrays, uint32_t object, enum wb_access access) {
  const size_t end = OF_ARGUMENTS + arrays->n_own;
  size_t i = OF_ARGUMENTS;
  while (i < end && (arrays->arrays[i].object != object || arrays->arrays[i].all.access != access))
    i++;
  if (i == end && i < WB_MAX_ARRAY_COUNTS) arrays->n_own++;
  return i;
}

static size_t place_of(struct wb_profile_arrays *arrays, uint32_t object, enum wb_access access) {
  const uint32_t argument = object - WBRT_FIRST_ARGUMENT;
  return argument < WB_MAX_ARGS ? argument * WB_ARRAY_WAYS + (size_t)(access - WB_ACCESS_READ)
                                : own_place(arrays, object, access);
}

static void begin_place(struct wbrt_run *run, size_t place, uint32_t object, enum wb_access access,
                        uint32_t site) {
  struct wb_profile_arrays *arrays = &run->profile->arrays;
  struct wb_profile_array *one = &arrays->arrays[place];
  const uint32_t argument = object - WBRT_FIRST_ARGUMENT;
  one->object = object;
  one->all.argument = argument < WB_MAX_ARGS ? argument + 1 : 0;
  one->all.memory = (enum wb_memory)run->context->objects[object].memory;
  one->all.access = access;
  snprintf(one->all.array, sizeof one->all.array, "%s", wb_run_array(run, object, site));
  arrays->used[arrays->n_used++] = (uint16_t)place;
}

/* Which of an array's lines that of the site is, as a bit; 0: it is in another file, or there are
 * too many. */
static uint64_t line_bit(struct wb_profile_array *one, const struct wbrt_site *site) {
  uint32_t i = 0;
  if (site->file != NULL || site->line == 0) return 0;
  while (i < one->n_lines && one->lines[i] != site->line) i++;
  if (i == WB_ARRAY_COUNT_PLACES) return 0;
  if (i == one->n_lines) one->lines[one->n_lines++] = site->line;
  return UINT64_C(1) << i;
}

/* Of the running work-item. A launch touches few pages: work-items of one place lie side by side.
 */
static struct wb_item_array_count *count_of(const struct wbrt_run *run, size_t place) {
  const struct wbrt_context *context = run->context;
  return &run->profile->arrays.counts[place * context->group_items + context->local_linear_id];
}

static void note_way(struct wbrt_run *run, uint32_t object, enum wb_access access,
                     uint64_t elements, uint32_t site) {
  struct wb_profile_arrays *arrays = &run->profile->arrays;
  const size_t place = place_of(arrays, object, access);
  if (place == NOT_COUNTED) return;
  struct wb_profile_array *one = &arrays->arrays[place];
  if (one->all.access == WB_ACCESS_NONE) begin_place(run, place, object, access, site);
  struct wb_item_array_count *count = count_of(run, place);
  count->count += elements;
  count->at |= line_bit(one, wb_launch_report_site(&run->report, site));
}

void wb_profile_arrays_note(struct wbrt_run *run, const struct wbrt_object *object,
                            uint64_t elements, uint32_t flags, uint32_t site) {
  const uint32_t number = (uint32_t)(object - run->context->objects);
  if (object->memory != WB_MEMORY_GLOBAL && object->memory != WB_MEMORY_LOCAL) return;
  if ((flags & WBRT_READ) != 0) note_way(run, number, WB_ACCESS_READ, elements, site);
  if ((flags & WBRT_WRITE) != 0) note_way(run, number, WB_ACCESS_WRITE, elements, site);
  if ((flags & WBRT_ATOMIC) != 0) note_way(run, number, WB_ACCESS_ATOMIC, 1, site);
}

/* ---- work-items ----------------------------------------------------------------------------- */

static void add_to_array(struct wb_profile_array *one, const struct wb_item_array_count *count,
                         const struct wbrt_run *run) {
  one->all.total += count->count;
  one->at |= count->at;
  if (count->count <= one->all.most) return;
  one->all.most = count->count;
  one->all.who = wb_item_ids_running(run);
  one->most_at = count->at;
}

/* Of which arrays the most of one work-item is, where this is the one. */
static void share_most(const struct wbrt_run *run, enum wb_memory memory, enum wb_access access) {
  struct wb_profile_arrays *arrays = &run->profile->arrays;
  uint64_t sum = 0;
  for (size_t i = 0; i < arrays->n_used; i++) {
    const struct wb_array_count *all = &arrays->arrays[arrays->used[i]].all;
    if (all->memory == memory && all->access == access)
      sum += count_of(run, arrays->used[i])->count;
  }
  if (sum <= arrays->most[memory][access]) return;
  arrays->most[memory][access] = sum;
  for (size_t i = 0; i < arrays->n_used; i++) {
    struct wb_array_count *all = &arrays->arrays[arrays->used[i]].all;
    if (all->memory == memory && all->access == access)
      all->share = count_of(run, arrays->used[i])->count;
  }
}

void wb_profile_arrays_end_item(struct wbrt_run *run) {
  struct wb_profile_arrays *arrays = &run->profile->arrays;
  for (size_t i = 0; i < arrays->n_used; i++)
    add_to_array(&arrays->arrays[arrays->used[i]], count_of(run, arrays->used[i]), run);
  for (int memory = WB_MEMORY_GLOBAL; memory <= WB_MEMORY_LOCAL; memory++)
    for (int access = WB_ACCESS_READ; access <= WB_ACCESS_ATOMIC; access++)
      share_most(run, (enum wb_memory)memory, (enum wb_access)access);
  for (size_t i = 0; i < arrays->n_used; i++)
    *count_of(run, arrays->used[i]) = (struct wb_item_array_count){0};
}

/* ---- the launch ----------------------------------------------------------------------------- */

/* The first of its lines, in ascending order. */
static void take_lines(const struct wb_profile_array *one, struct wb_array_count *into) {
  uint32_t above = 0;
  for (uint32_t n = 0; n < one->n_lines; n++) {
    uint32_t least = 0;
    for (uint32_t i = 1; i < one->n_lines; i++)
      if (one->lines[i] > above &&
          (one->lines[least] <= above || one->lines[i] < one->lines[least]))
        least = i;
    above = one->lines[least];
    if ((one->at >> least & 1) == 0) continue;
    if (into->n_lines == WB_ARRAY_COUNT_LINES) {
      into->more_lines = true;
      return;
    }
    if ((one->most_at >> least & 1) != 0) into->most_at |= UINT32_C(1) << into->n_lines;
    into->lines[into->n_lines++] = above;
  }
}

static int by_place(const void *a, const void *b) {
  return (int)*(const uint16_t *)a - (int)*(const uint16_t *)b;
}

void wb_profile_arrays_take(const struct wb_profile_arrays *arrays, struct wb_shared *shared) {
  uint16_t used[WB_MAX_ARRAY_COUNTS];
  for (size_t i = 0; i < arrays->n_used; i++) used[i] = arrays->used[i];
  qsort(used, arrays->n_used, sizeof used[0], by_place);
  for (size_t i = 0; i < arrays->n_used; i++) {
    struct wb_array_count *into = &shared->arrays[i];
    *into = arrays->arrays[used[i]].all;
    take_lines(&arrays->arrays[used[i]], into);
  }
  shared->n_arrays = arrays->n_used;
}
