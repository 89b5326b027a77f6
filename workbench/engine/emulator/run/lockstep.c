/* Checks of a whole row of work-items at once (instrument/lockstep.c): the same questions as
 * check/fast.c asks of each access, where the answers are the usual ones. It decides nothing
 * itself: whatever else it finds, the row runs with the checks of each work-item. */
#include "emulator/run/lockstep.h"

#include "emulator/bits.h"
#include "emulator/check/race.h"
#include "emulator/run/marks.h"
#include "emulator/run/run.h"

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
  if (a->step < -WBRT_LOCKSTEP_STEP || a->step > WBRT_LOCKSTEP_STEP) return false;
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

/* What is in stretches yet is in no cell, and what is in cells is in none of those. */
static bool may_note(const struct wb_stretches *stretches, const struct row *rows, uint32_t at,
                     uint64_t count) {
  const struct row *row = &rows[at];
  const bool asks = row->asks && !is_written_before(rows, at);
  bool good = true;
  if (row->cells == NULL) return true;
  for (uint32_t i = 0; i < at; i++) good &= share_well(&rows[i], row, count);
  return good && ((!stretches->in_cells && !asks) || are_new(row, count, asks));
}

/* ---- notes -------------------------------------------------------------------------- */

/* What an access notes, as wbrt_race_global has it, where its class has noted nothing yet. */
static uint64_t with_access(uint64_t word, const struct wbrt_lockstep_access *access) {
  const bool writes = wbrt_class_of(access->flags) == WBRT_CLASS_WRITE;
  const int shift = writes ? WBRT_CELL_WRITE_SHIFT : WBRT_CELL_READ_SHIFT;
  if ((word & WBRT_CELL_SITE_MASK << shift) != 0) return word;
  return word | (access->site + 1ULL) << shift | (writes ? (uint64_t)WBRT_CELL_SET : 0);
}

static void put_in_cells(const struct wb_stretch *stretch) {
  for (uint64_t i = 0; i < stretch->count; i++)
    stretch->cells[i] |= (stretch->key + (i << WBRT_CELL_SEGMENT_SHIFT)) | stretch->noted;
}

static void put_all_in_cells(struct wb_stretches *stretches) {
  for (size_t i = 0; i < stretches->n; i++) put_in_cells(&stretches->items[i]);
  stretches->n = 0;
  stretches->in_cells = true;
}

/* The row's accesses to these cells together; a count of 0 where an earlier access has them. */
static struct wb_stretch stretch_of(const struct wbrt_context *context, const struct row *rows,
                                    uint32_t n, uint32_t at, uint64_t count) {
  struct wb_stretch made = {.cells = rows[at].cells, .key = context->cell_key};
  if (rows[at].tracked) made.count = count;
  for (uint32_t i = 0; i < at; i++)
    if (rows[i].tracked && rows[i].cells == made.cells) made.count = 0;
  for (uint32_t i = at; i < n && made.count > 0; i++)
    if (rows[i].tracked && rows[i].cells == made.cells)
      made.noted = with_access(made.noted, rows[i].access);
  return made;
}

static bool goes_on(const struct wb_stretch *before, const struct wb_stretch *next) {
  return before->cells + before->count == next->cells && before->noted == next->noted &&
         before->key + (before->count << WBRT_CELL_SEGMENT_SHIFT) == next->key;
}

static bool have_cells_in_common(const struct wb_stretch *a, const struct wb_stretch *b) {
  const uintptr_t first = (uintptr_t)a->cells, second = (uintptr_t)b->cells;
  return first < second + b->count * sizeof(uint64_t) &&
         second < first + a->count * sizeof(uint64_t);
}

/* Whether there is room for what a row touches, which must be new. */
static bool has_room(const struct wb_stretches *stretches, const struct wb_stretch *made,
                     uint32_t n) {
  size_t needed = stretches->n;
  for (uint32_t i = 0; i < n; i++) {
    bool follows = made[i].count == 0;
    for (size_t k = 0; k < stretches->n && made[i].count > 0; k++) {
      follows |= goes_on(&stretches->items[k], &made[i]);
      if (have_cells_in_common(&stretches->items[k], &made[i])) return false;
    }
    needed += !follows;
  }
  return needed <= WB_STRETCHES;
}

static void add_stretch(struct wb_stretches *stretches, const struct wb_stretch *made) {
  size_t i = 0;
  while (i < stretches->n && !goes_on(&stretches->items[i], made)) i++;
  if (i < stretches->n)
    stretches->items[i].count += made->count;
  else
    stretches->items[stretches->n++] = *made;
}

static void note_row(struct wb_stretches *stretches, const struct wb_stretch *made) {
  if (made->count == 0) return;
  if (stretches->in_cells)
    put_in_cells(made);
  else
    add_stretch(stretches, made);
}

/* ---- from the kernel's code --------------------------------------------------------- */

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
  struct wb_stretches *stretches = &context->run->stretches;
  struct row rows[WBRT_LOCKSTEP_ACCESSES];
  struct wb_stretch made[WBRT_LOCKSTEP_ACCESSES];
  if (n > WBRT_LOCKSTEP_ACCESSES || !may_begin(context, count)) return false;
  for (uint32_t i = 0; i < n; i++)
    if (!take_access(context, &accesses[i], count, &rows[i])) return false;
  for (uint32_t i = 0; i < n; i++) made[i] = stretch_of(context, rows, n, i, count);
  if (!stretches->in_cells && !has_room(stretches, made, n)) put_all_in_cells(stretches);
  for (uint32_t i = 0; i < n; i++)
    if (!may_note(stretches, rows, i, count)) return false;
  for (uint32_t i = 0; i < n; i++) note_row(stretches, &made[i]);
  sum_up(reads, count, &context->total.global_reads, &context->most.global_reads);
  sum_up(writes, count, &context->total.global_writes, &context->most.global_writes);
  context->items += count;
  return true;
}

void wbrt_one_by_one(struct wbrt_context *context) {
  if (!context->run->stretches.in_cells) put_all_in_cells(&context->run->stretches);
}

/* ---- when the groups have run ------------------------------------------------------- */

/* The first cell of a stretch, by number; false where it is another buffer's. */
static bool is_of(const struct wb_stretch *stretch, const struct wbrt_object *whole,
                  uint64_t *first) {
  const uintptr_t begin = (uintptr_t)whole->race, at = (uintptr_t)stretch->cells;
  const uint64_t cells = (whole->size >> whole->granule_shift) + 1;
  *first = (at - begin) / sizeof(uint64_t);
  return whole->race != NULL && at >= begin && *first < cells;
}

static bool writes(const struct wb_stretch *stretch) {
  return (stretch->noted & WBRT_CELL_SITE_MASK << WBRT_CELL_WRITE_SHIFT) != 0;
}

bool wb_lockstep_end(const struct wbrt_run *run, const struct wbrt_object *whole,
                     struct wb_emulator_buffer *buffer) {
  const struct wb_stretches *stretches = &run->stretches;
  uint64_t first = 0;
  for (size_t i = 0; i < stretches->n; i++)
    if (writes(&stretches->items[i]) && is_of(&stretches->items[i], whole, &first))
      wb_bits_set(buffer->written, first << whole->granule_shift,
                  stretches->items[i].count << whole->granule_shift, true);
  return stretches->n > 0;
}

bool wb_lockstep_mark(const struct wbrt_run *run, const struct wbrt_object *whole,
                      const struct wb_touch_marks *marks) {
  const struct wb_stretches *stretches = &run->stretches;
  uint64_t first = 0;
  for (size_t i = 0; i < stretches->n; i++) {
    const struct wb_stretch *stretch = &stretches->items[i];
    if (!is_of(stretch, whole, &first)) continue;
    wb_bits_set(marks->touched, first, stretch->count, true);
    if (writes(stretch)) wb_bits_set(marks->written, first, stretch->count, true);
  }
  return stretches->n > 0;
}
