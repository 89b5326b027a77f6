#include "emulator/run/packed.h"

#include "base/str.h"
#include "emulator/check/slow.h"

/* ---- from words to cells ----------------------------------------------------------- */

/* Cells of a word, and the bits of one's bytes. */
static uint32_t cells_in(const struct wbrt_object *object) {
  return (uint32_t)WBRT_PACKED_BYTES >> object->granule_shift;
}

static uint32_t bytes_of(const struct wbrt_object *object, uint32_t k) {
  const uint32_t bytes = 1U << object->granule_shift;
  return ((1U << bytes) - 1) << (k * bytes);
}

/* The compact cell that cell k of a word stands for. */
static uint64_t stands_for(const struct wbrt_object *object, uint64_t word, uint32_t k) {
  const struct wbrt_packed p = wbrt_unpack(word);
  const uint32_t bytes = bytes_of(object, k);
  const bool writes = (p.of[WBRT_CLASS_WRITE] & bytes) != 0;
  const bool reads = (p.of[WBRT_CLASS_READ] & bytes) != 0;
  uint64_t cell = 0;
  if (writes) cell |= (uint64_t)p.site[WBRT_CLASS_WRITE] << WBRT_CELL_WRITE_SHIFT | WBRT_CELL_SET;
  if (reads) cell |= (uint64_t)p.site[WBRT_CLASS_READ] << WBRT_CELL_READ_SHIFT;
  if (cell != 0) cell |= (uint64_t)(p.segment + p.row * k) << WBRT_CELL_SEGMENT_SHIFT;
  return cell;
}

uint64_t wb_packed_cell_word(const struct wbrt_run *run, const struct wbrt_object *object,
                             const struct wbrt_cell *cells, uint64_t cell) {
  const uint64_t word = cells[cell / cells_in(object)].word;
  const uint32_t k = (uint32_t)(cell % cells_in(object));
  if ((word & WBRT_CELL_FULL) != 0) return run->splits[word >> WBRT_CELL_INDEX_SHIFT].cells[k].word;
  return stands_for(object, word, k);
}

struct wbrt_cell *wb_cell_at(struct wbrt_run *run, const struct wbrt_object *object,
                             struct wbrt_cell *cells, uint64_t cell) {
  if (!object->packed) return cells + cell;
  struct wbrt_cell *word = &cells[cell / cells_in(object)];
  if ((word->word & WBRT_CELL_FULL) == 0) {
    if (run->n_splits == run->max_splits) wb_bug("more words are split than there are");
    for (uint32_t k = 0; k < cells_in(object); k++)
      run->splits[run->n_splits].cells[k].word = stands_for(object, word->word, k);
    word->word = run->n_splits++ << WBRT_CELL_INDEX_SHIFT | WBRT_CELL_FULL;
  }
  return &run->splits[word->word >> WBRT_CELL_INDEX_SHIFT].cells[cell % cells_in(object)];
}

/* ---- one access --------------------------------------------------------------------- */

/* Whether the cells of `bytes` are this segment's, or would be. */
static bool cells_belong(const struct wbrt_object *object, const struct wbrt_packed *p,
                         uint32_t bytes, uint32_t segment) {
  bool good = true;
  for (uint32_t k = 0; k < cells_in(object); k++)
    if ((bytes & bytes_of(object, k)) != 0) good &= p->segment + p->row * k == segment;
  return good;
}

/* The number of the only cell with one of the bytes; or how many cells there are. */
static uint32_t only_cell(const struct wbrt_object *object, uint32_t bytes) {
  uint32_t k = 0;
  while (k < cells_in(object) && (bytes & ~bytes_of(object, k)) != 0) k++;
  return k;
}

/* The first cell that is touched is taken for one of a row. While it is the only
 * one, the word may as well be one segment's. */
static bool leave_row(const struct wbrt_object *object, struct wbrt_packed *p) {
  const uint32_t k = only_cell(object, p->of[0] | p->of[1]);
  if (p->row == 0 || k == cells_in(object)) return false;
  p->segment += k;
  p->row = 0;
  return true;
}

static bool put_in(const struct wbrt_object *object, struct wbrt_packed *p, enum wbrt_class class,
                   uint32_t bytes, uint32_t segment, uint32_t site) {
  if ((p->of[0] | p->of[1]) == 0) {
    const uint32_t k = only_cell(object, bytes);
    p->row = k < cells_in(object);
    p->segment = p->row != 0 ? segment - k : segment;
  }
  if (!cells_belong(object, p, bytes, segment) &&
      !(leave_row(object, p) && cells_belong(object, p, bytes, segment)))
    return false;
  /* Who has accessed a cell so before keeps that place. */
  if ((bytes & ~p->of[class]) == 0) return true;
  if (p->site[class] != 0 && p->site[class] != site + 1) return false;
  p->site[class] = site + 1;
  p->of[class] |= bytes;
  return true;
}

void wbrt_race_packed(struct wbrt_context *context, const struct wbrt_object *object,
                      uint64_t offset, uint32_t size, uint32_t flags, uint32_t site) {
  const enum wbrt_class class = wbrt_class_of(flags);
  const uint64_t end = offset + size, key = context->cell_key;
  bool good = (class & 2) == 0 && key != 0 && site + 1 < 1U << WBRT_PACKED_SITE_BITS;
  for (uint64_t at = offset; at < end && good;) {
    struct wbrt_cell *cell = &object->race[at >> WBRT_PACKED_SHIFT];
    const uint32_t from = (uint32_t)(at % WBRT_PACKED_BYTES);
    const uint64_t left = end - at, room = WBRT_PACKED_BYTES - from;
    const uint32_t count = (uint32_t)(left < room ? left : room);
    struct wbrt_packed p = wbrt_unpack(cell->word);
    good = (cell->word & WBRT_CELL_FULL) == 0 &&
           put_in(object, &p, class, ((1U << count) - 1) << from,
                  (uint32_t)(key >> WBRT_CELL_SEGMENT_SHIFT), site);
    if (good) cell->word = wbrt_pack(&p);
    at += count;
  }
  if (!good) wbrt_race(context, object, offset, size, flags, site);
}
