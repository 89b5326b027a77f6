/* Race histories: who touched a cell of memory, and the check of one access.
 *
 * A *cell* is `1 << granule_shift` bytes of an object: at most what every access
 * of the kernel to this object is a multiple of, in size and place, so that
 * neighbours never share one, and an access has the whole of its cells.
 *
 * Time. Between two barriers a work-item runs one *segment*. Segments are
 * numbered through the launch,
 *
 *     segment = first of its group + barriers passed × items in a group + local linear id,
 *
 * groups in the order in which they run, from 1. So a number tells group,
 * phase and work-item, and comparing numbers tells what was earlier: all
 * segments of earlier groups are below group_window, all of the group's
 * phases that a barrier has closed for this memory are below its window.
 * Within a window, segments say nothing about order, as the language does.
 *
 * Two accesses race when their work-items differ, one writes, not both are
 * atomic, and they are of different groups (global memory only: local memory
 * is another array in each group) or in one window. There are four classes of
 * access, and this is who races with whom:
 *
 *                  read  write  atomic read  atomic write
 *     read                 x                      x
 *     write          x     x         x            x
 *     atomic read          x
 *     atomic write   x     x
 *
 * An *entry* is `segment << 24 | site`; 0 is none. A full *history* has two
 * entries a class, e0 and e1, kept so:
 *
 *   (1) e0 of an earlier group (global memory): nothing is kept any more.
 *   (2) e0 none or before the window: e0 becomes the access (e1 is then none
 *       or before the window too).
 *   (3) e0 in the window, of the same work-item: nothing.
 *   (4) e0 in the window, of another; e1 before it: e1 becomes the access.
 *   (5) both in the window: nothing.
 *
 * Claim: an access races with some earlier access of class c exactly when it
 * races with e0 or e1 of c. "If" is plain, since entries are accesses that
 * were made. "Only if": let the earlier access be a.
 *   - a of an earlier group than the access: when a was made, (1) found an
 *     entry of a still earlier group, or else e0 became, was or later was
 *     replaced (2) by an access of a's own group; after that group's end it
 *     stands for good. Either way e0 is of an earlier group, so it races.
 *   - a of the same group, in the window, by another work-item: if (1) kept
 *     it out, e0 is of an earlier group and races. Else, when a was made, a
 *     entered by (2) or (4), or by (3) an entry of a's work-item stood there,
 *     or by (5) two entries of different work-items. Entries in the window are
 *     not replaced while it lasts. So there is an entry of a's work-item, or
 *     two of different ones; one of them is not the access's own.
 * The claim holds after races too: nothing is lost by going on. Compared with
 * an oracle on random programs in tests/unit/emulator/check_race_test.c.
 *
 * Local memory has full histories throughout (64 bytes a cell, but little
 * memory). Global memory has *compact cells*, 8 bytes: 0 (never touched), the
 * plain reads and writes of a single segment,
 *
 *     segment (32 bits) | site of the write + 1 (15) | of the read + 1 (15) | set | 0
 *
 * or, after anything else or what does not fit, `index << 2 | set << 1 | 1` of a
 * full history. The one-segment state is a full history with one entry in each
 * of the two classes, so nothing is lost in it. Where two arguments of a launch
 * are one buffer, and the kernel accesses them in cells of different sizes, cells
 * are the smaller ones, which code that knows the larger must not touch: segments
 * of such a launch begin with WBRT_NO_CELL_SEGMENT, which fits no compact cell, so
 * that all is left to wbrt_race. `set` has nothing to do with
 * races: it says that all bytes of the cell have been written (state.h). */
#ifndef WB_EMULATOR_CHECK_RACE_H
#define WB_EMULATOR_CHECK_RACE_H

#include "emulator/check/object.h"
#include "finding/finding.h"

enum { WBRT_SITE_BITS = 24, WBRT_CELL_SITE_BITS = 15 };
enum { WBRT_CELL_WRITE_SHIFT = 17, WBRT_CELL_READ_SHIFT = 2, WBRT_CELL_SEGMENT_SHIFT = 32 };
enum { WBRT_CELL_FULL = 1, WBRT_CELL_SET = 2, WBRT_CELL_INDEX_SHIFT = 2 };
#define WBRT_CELL_SITE_MASK ((1ULL << WBRT_CELL_SITE_BITS) - 1)
#define WBRT_NO_CELL_SEGMENT (1ULL << 32)
#define WBRT_MAX_SEGMENT ((1ULL << (64 - WBRT_SITE_BITS)) - 1)

/* Classes of access; a class that is atomic has bit 1, one that writes bit 0. */
enum wbrt_class {
  WBRT_CLASS_READ,
  WBRT_CLASS_WRITE,
  WBRT_CLASS_ATOMIC_READ,
  WBRT_CLASS_ATOMIC_WRITE,
  WBRT_CLASSES
};

struct wbrt_history {
  uint64_t entry[WBRT_CLASSES][2];
};

/* A cell of global memory; an object of local memory has wbrt_history in its place. */
struct wbrt_cell {
  uint64_t word;
};

static inline enum wbrt_class wbrt_class_of(uint32_t flags) {
  const bool writes = (flags & WBRT_WRITE) != 0 && (flags & WBRT_COMPARES) == 0;
  return (enum wbrt_class)(((flags & WBRT_ATOMIC) != 0 ? 2 : 0) | (writes ? 1 : 0));
}

/* The table above. */
static inline bool wbrt_classes_race(enum wbrt_class a, enum wbrt_class b) {
  return ((a | b) & 1) != 0 && (a & b & 2) == 0;
}

/* What a compact cell begins with for a segment, given as entries have it; 0
 * where the number is too large. */
static inline uint64_t wbrt_cell_key(uint64_t segment) {
  const uint64_t number = segment >> WBRT_SITE_BITS;
  return number < WBRT_NO_CELL_SEGMENT ? number << WBRT_CELL_SEGMENT_SHIFT : 0;
}

/* The work-item `step` further on in dimension 0 of its group becomes the running one. */
static inline void wbrt_follow_item(struct wbrt_context *context, int64_t step) {
  const uint64_t by = (uint64_t)step;
  const uint64_t segment = context->segment + (by << WBRT_SITE_BITS);
  context->local_id[0] += by;
  context->global_id[0] += by;
  context->local_linear_id += by;
  context->global_linear_id += by;
  context->item += (uint32_t)by;
  context->segment = segment;
  context->cell_key = wbrt_cell_key(segment);
}

/* ---- the fast path --------------------------------------------------------- */

static inline bool wbrt_same_segment(uint64_t a, uint64_t b) {
  return (a ^ b) >> WBRT_SITE_BITS == 0;
}

/* Classes whose accesses of local memory race with one of `class`. Where no
 * operation of the kernel is atomic there are two classes less to look at. */
static inline bool wbrt_looks_at(enum wbrt_class class, enum wbrt_class other, uint32_t flags) {
  const bool atomic = (other & 2) != 0;
  return wbrt_classes_race(class, other) && !(atomic && (flags & WBRT_NO_ATOMICS) != 0);
}

/* As wbrt_race_local, where some access that would race is in the window. Where
 * e0 is of this very segment there is no e1 in the window: nobody else has run
 * since e0 was made. With more orders than barriers wbrt_race decides all but
 * the plainest. */
__attribute__((noinline)) static bool wbrt_race_local_busy(const struct wbrt_context *context,
                                                           struct wbrt_history *history,
                                                           uint32_t flags, uint32_t site) {
  const enum wbrt_class class = wbrt_class_of(flags);
  const uint64_t window = context->local_window, mine = context->segment;
  const bool ordered = (flags & WBRT_ORDERED) != 0;
  bool good = true;
  for (int other = 0; other < WBRT_CLASSES; other++) {
    if (!wbrt_classes_race(class, (enum wbrt_class)other)) continue;
    const uint64_t *entry = history->entry[other];
    good &= entry[0] < window ||
            (wbrt_same_segment(entry[0], mine) && !(ordered && entry[1] >= window));
  }
  uint64_t *entry = history->entry[class];
  if (entry[0] < window) {
    if (good) entry[0] = mine | site;
  } else {
    bool again = wbrt_same_segment(entry[0], mine), second = !again && entry[1] < window;
    good &= ordered ? again : !second || entry[0] >= context->phase_first;
    if (second && good) entry[1] = mine | site;
  }
  return good;
}

/* True when the access needs no report and is noted: the usual cases. A cell is *quiet* in a
 * window, whose first entry its word then is, where all its bytes are written, two entries of
 * different segments in the window are reads, and no write or atomic operation is in it: another
 * read changes nothing. It is no more as soon as there is a write, which then races: no write of
 * these usual cases comes upon a read in the window but its own segment's, and all others leave
 * here by one way. An e0 of another segment of the running phase is of another work-item; of an
 * earlier phase (that a barrier of other memory has closed), wbrt_race looks whose. */
__attribute__((always_inline)) static inline bool wbrt_race_local(
    const struct wbrt_context *context, const struct wbrt_object *object, uint64_t cell,
    uint32_t shift, uint32_t flags, uint32_t site) {
  struct wbrt_history *history = (struct wbrt_history *)(void *)object->race + cell;
  uint64_t *quiet = object->quiet + cell;
  const enum wbrt_class class = wbrt_class_of(flags);
  const uint64_t window = context->local_window, mine = context->segment;
  uint64_t *entry = history->entry[class];
  bool idle = (flags & WBRT_ORDERED) == 0, good = true;
  if (class == WBRT_CLASS_READ && idle && *quiet == window) return true;
  for (int other = 0; other < WBRT_CLASSES; other++)
    if (wbrt_looks_at(class, (enum wbrt_class)other, flags))
      idle &= history->entry[other][0] < window;
  if (__builtin_expect(!idle, 0)) {
    if ((class & 1) != 0) *quiet = 0;
    return wbrt_race_local_busy(context, history, flags, site);
  }
  if (entry[0] < window) {
    entry[0] = mine | site;
  } else if (entry[1] < window && !wbrt_same_segment(entry[0], mine)) {
    good = entry[0] >= context->phase_first;
    if (good) entry[1] = mine | site;
    if (good && class == WBRT_CLASS_READ &&
        wbrt_all_written(object->state + (cell << shift), 1U << shift))
      *quiet = window;
  }
  return good;
}

static inline bool wbrt_race_global(const struct wbrt_context *context, struct wbrt_cell *cell,
                                    enum wbrt_class class, uint32_t site) {
  if ((class & 2) != 0 || site + 1ULL > WBRT_CELL_SITE_MASK) return false;
  const int shift = class == WBRT_CLASS_WRITE ? WBRT_CELL_WRITE_SHIFT : WBRT_CELL_READ_SHIFT;
  const uint64_t word = cell->word, key = context->cell_key;
  const uint64_t noted =
      (site + 1ULL) << shift | (class == WBRT_CLASS_WRITE ? (uint64_t)WBRT_CELL_SET : 0);
  bool good = false;
  if ((word & ~(uint64_t)WBRT_CELL_SET) == 0 && key != 0) {
    cell->word = word | key | noted;
    good = true;
  } else if ((word ^ key) >> WBRT_CELL_SEGMENT_SHIFT == 0 && (word & WBRT_CELL_FULL) == 0 &&
             key != 0) {
    if ((word >> shift & WBRT_CELL_SITE_MASK) == 0) cell->word = word | noted;
    good = true;
  }
  return good;
}

/* As the flags say it: 0 where they do not. */
static inline uint32_t wbrt_known_granule(uint32_t flags) {
  return flags >> WBRT_GRANULE_SHIFT & WBRT_GRANULE_MASK;
}

/* The usual access has one cell; where that is known, no loop is made. */
__attribute__((always_inline)) static inline bool wbrt_race_cells(struct wbrt_context *context,
                                                                  const struct wbrt_object *object,
                                                                  uint64_t first, uint64_t count,
                                                                  uint32_t flags, uint32_t site) {
  const enum wbrt_class class = wbrt_class_of(flags);
  bool good = true;
  if (wbrt_memory_of(object, flags) == WB_MEMORY_LOCAL) {
    const uint32_t known = wbrt_known_granule(flags);
    const uint32_t shift = known != 0 ? known - 1 : object->granule_shift;
    if (count == 1) return wbrt_race_local(context, object, first, shift, flags, site);
    for (uint64_t i = 0; i < count && good; i++)
      good = wbrt_race_local(context, object, first + i, shift, flags, site);
  } else {
    struct wbrt_cell *cells = object->race + first;
    if (count == 1) return wbrt_race_global(context, cells, class, site);
    for (uint64_t i = 0; i < count && good; i++)
      good = wbrt_race_global(context, cells + i, class, site);
  }
  return good;
}

static inline void wbrt_race_check(struct wbrt_context *context, const struct wbrt_object *object,
                                   uint64_t offset, uint32_t size, uint32_t flags, uint32_t site) {
  const uint32_t known = wbrt_known_granule(flags);
  const uint8_t memory = wbrt_memory_of(object, flags);
  uint64_t first, count;
  if (memory == WB_MEMORY_PRIVATE || memory == WB_MEMORY_CONSTANT) return;
  const bool is_local = (flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK) == WB_MEMORY_LOCAL;
  if (!is_local && object->race == 0) return; /* local arrays have one, if they are there */
  const bool narrow = known != 0 ? known - 1 < 2 && memory == WB_MEMORY_GLOBAL : object->packed;
  if (narrow) {
    wbrt_race_packed(context, object, offset, size, flags, site);
    return;
  }
  if (known != 0) {
    first = offset >> (known - 1);
    count = size >> (known - 1);
  } else {
    first = offset >> object->granule_shift;
    count = ((offset + size - 1) >> object->granule_shift) - first + 1;
  }
  if (__builtin_expect(!wbrt_race_cells(context, object, first, count, flags, site), 0))
    wbrt_race(context, object, offset, size, flags, site);
}

#endif
