/* Checks of a whole row of work-items at once (instrument/lockstep.c): the same questions as
 * check/fast.c asks of each access, where the answers are the usual ones. It decides nothing
 * itself: whatever else it finds, the row runs with the checks of each work-item. */
#include "emulator/runtime.h"

#include "emulator/check/race.h"
#include "emulator/check/slow.h"

/* An access with what it does to its cells; one for each work-item, side by side. */
struct row {
  const struct wbrt_lockstep_access *access;
  const struct wbrt_object *object;
  uint64_t *cells; /* NULL: none that count */
  bool tracked;    /* race histories have it */
  bool asks;       /* whether its bytes are written */
};

/* All work-items' elements lie in the object, as they must. */
static bool fits_object(const struct wbrt_lockstep_access *a, const struct wbrt_object *o,
                        uint64_t count) {
  const uint64_t low = a->step < 0 ? a->last : a->first, high = a->step < 0 ? a->first : a->last;
  const uint64_t align = a->align > 0 ? a->align : 1;
  if (a->last - a->first != (uint64_t)a->step * (count - 1) || high < low) return false;
  if (((low - o->base) & (align - 1)) != 0 || ((uint64_t)a->step & (align - 1)) != 0) return false;
  return wbrt_inside(o, low, a->size) && wbrt_inside(o, high, a->size);
}

/* Whether the cells that count, if any, are one for each work-item. */
static bool find_cells(struct row *row) {
  const struct wbrt_lockstep_access *a = row->access;
  const struct wbrt_object *o = row->object;
  row->tracked = o->memory == WB_MEMORY_GLOBAL && o->race != NULL;
  row->asks = (a->flags & WBRT_READ) != 0 && o->set != NULL;
  if (!row->tracked && !row->asks) return true;
  if (o->packed || a->size != 1U << o->granule_shift || a->step != (int64_t)a->size) return false;
  if (((a->first - o->base) & (a->size - 1)) != 0) return false;
  struct wbrt_cell *cells = row->tracked ? o->race : o->set;
  row->cells = &cells[(a->first - o->base) >> o->granule_shift].word;
  return true;
}

static bool take_access(struct wbrt_context *context, const struct wbrt_lockstep_access *access,
                        uint64_t count, struct row *row) {
  const struct wbrt_object *o = &context->objects[access->object % WBRT_MAX_OBJECTS];
  *row = (struct row){.access = access, .object = o};
  if (o->memory != WB_MEMORY_GLOBAL && o->memory != WB_MEMORY_CONSTANT) return false;
  if ((access->flags & (WBRT_ATOMIC | WBRT_COMPARES | WBRT_ORDERED)) != 0) return false;
  if ((access->flags & WBRT_WRITE) != 0 && o->read_only) return false;
  if (access->site + 1ULL > WBRT_CELL_SITE_MASK) return false;
  return fits_object(access, o, count) && find_cells(row);
}

/* Where two accesses have cells in common they have them all, each work-item its own, and by one
 * address: where a buffer is two arguments, the optimiser does not know that both are one. */
static bool share_well(const struct row *a, const struct row *b, uint64_t count) {
  const uintptr_t first = (uintptr_t)a->cells, second = (uintptr_t)b->cells;
  const uintptr_t apart = first < second ? second - first : first - second;
  if (first == 0 || second == 0) return true;
  return first == second ? a->object == b->object : apart >= count * sizeof(uint64_t);
}

static bool is_written_before(const struct row *rows, uint32_t at) {
  bool written = false;
  for (uint32_t i = 0; i < at; i++)
    written |= rows[i].cells == rows[at].cells && (rows[i].access->flags & WBRT_WRITE) != 0;
  return written;
}

/* Nobody has touched them in this launch, and, if that is asked, their bytes are written. */
static bool are_new(const struct row *row, uint64_t count, bool all_set) {
  uint64_t any = 0, all = WBRT_CELL_SET;
  for (uint64_t i = 0; i < count; i++) {
    any |= row->cells[i];
    all &= row->cells[i];
  }
  const bool touched = (any & ~(uint64_t)WBRT_CELL_SET) != 0;
  return !(row->tracked && touched) && (all != 0 || !all_set);
}

static bool may_note(const struct row *rows, uint32_t at, uint64_t count) {
  const struct row *row = &rows[at];
  bool good = true;
  if (row->cells == NULL) return true;
  for (uint32_t i = 0; i < at; i++) good &= share_well(&rows[i], row, count);
  return good && are_new(row, count, row->asks && !is_written_before(rows, at));
}

/* As wbrt_race_global notes it of each. */
static void note_row(const struct wbrt_context *context, const struct row *row, uint64_t count) {
  const bool writes = wbrt_class_of(row->access->flags) == WBRT_CLASS_WRITE;
  const int shift = writes ? WBRT_CELL_WRITE_SHIFT : WBRT_CELL_READ_SHIFT;
  const uint64_t key = context->cell_key, mask = WBRT_CELL_SITE_MASK << shift;
  const uint64_t noted =
      (row->access->site + 1ULL) << shift | (writes ? (uint64_t)WBRT_CELL_SET : 0);
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t word = row->cells[i] | (key + (i << WBRT_CELL_SEGMENT_SHIFT));
    row->cells[i] = (word & mask) == 0 ? word | noted : word;
  }
}

static void sum_up(uint64_t each, uint64_t count, uint64_t *total, uint64_t *most) {
  *total += each * count;
  *most = *most > each ? *most : each;
}

/* Segments follow one another as the work-items do. */
static bool may_begin(const struct wbrt_context *context, uint64_t count) {
  const uint64_t last = context->segment + ((count - 1) << WBRT_SITE_BITS);
  return count >= 1 && count <= WBRT_LOCKSTEP_ITEMS && context->cell_key != 0 &&
         wbrt_cell_key(last) != 0 && context->touched == 0 && context->counted == 0 &&
         context->pending == 0;
}

bool wbrt_lockstep(struct wbrt_context *context, const struct wbrt_lockstep_access *accesses,
                   uint32_t n, uint64_t count, uint64_t reads, uint64_t writes) {
  struct row rows[WBRT_LOCKSTEP_ACCESSES];
  if (n > WBRT_LOCKSTEP_ACCESSES || !may_begin(context, count)) return false;
  for (uint32_t i = 0; i < n; i++)
    if (!take_access(context, &accesses[i], count, &rows[i])) return false;
  for (uint32_t i = 0; i < n; i++)
    if (!may_note(rows, i, count)) return false;
  for (uint32_t i = 0; i < n; i++)
    if (rows[i].tracked) note_row(context, &rows[i], count);
  sum_up(reads, count, &context->total.global_reads, &context->most.global_reads);
  sum_up(writes, count, &context->total.global_writes, &context->most.global_writes);
  context->items += count;
  return true;
}
