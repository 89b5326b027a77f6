#include "emulator/run/touched.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "emulator/check/object.h"
#include "emulator/check/packed.h"

/* Ranges of one argument, made cell by cell. */
struct making {
  struct wbrt_run *run;
  const struct wbrt_object *object;
  uint32_t arg;
  struct wb_touched last; /* empty: none yet */
};

static void keep_last(struct making *making) {
  struct wb_shared *shared = making->run->shared;
  const struct wb_touched *last = &making->last;
  if (last->start == last->end) return;
  if (shared->n_touched < WB_MAX_TOUCHED) shared->touched[shared->n_touched] = *last;
  shared->n_touched++;
}

static void add_cells(struct making *making, uint64_t first, uint64_t count, bool reads,
                      bool writes) {
  struct wb_touched *last = &making->last;
  const uint64_t start = first << making->object->granule_shift;
  uint64_t end = (first + count) << making->object->granule_shift;
  if (end > making->object->size) end = making->object->size;
  if (start >= end) return;
  if (last->end == start && last->reads == reads && last->writes == writes && last->start < start) {
    last->end = end;
    return;
  }
  keep_last(making);
  *last = (struct wb_touched){
      .start = start, .end = end, .arg = making->arg, .reads = reads, .writes = writes};
}

/* A word of marks: runs of cells that are alike. */
static void add_word(struct making *making, uint64_t first, uint64_t read, uint64_t written) {
  const uint64_t touched = read | written;
  for (uint64_t i = 0; i < WB_MARKS_A_WORD;) {
    const bool reads = (read >> i & 1) != 0, writes = (written >> i & 1) != 0;
    uint64_t count = 1;
    while (i + count < WB_MARKS_A_WORD && (read >> (i + count) & 1) == (read >> i & 1) &&
           (written >> (i + count) & 1) == (written >> i & 1))
      count++;
    if ((touched >> i & 1) != 0) add_cells(making, first + i, count, reads, writes);
    i += count;
  }
}

void wb_touched_marks(struct wbrt_run *run, size_t arg, const struct wb_touch_marks *const *marks,
                      size_t count) {
  struct making making = {.run = run, .object = &run->wholes[arg], .arg = (uint32_t)arg};
  const uint64_t words = wb_touch_words(making.object);
  for (uint64_t word = 0; word < words; word++) {
    uint64_t read = 0, written = 0;
    for (size_t i = 0; i < count; i++) {
      read |= marks[i]->read[word];
      written |= marks[i]->written[word];
    }
    if ((read | written) != 0) add_word(&making, word * WB_MARKS_A_WORD, read, written);
  }
  keep_last(&making);
}

/* ---- access by access --------------------------------------------------------------------------
 */

static bool is_constant(const struct wbrt_run *run, size_t arg) {
  return run->context->objects[WBRT_FIRST_ARGUMENT + arg].memory == WB_MEMORY_CONSTANT;
}

static struct wb_touch_marks *marks_of(const struct wbrt_run *run, size_t arg) {
  return &run->noted[run->info[WBRT_FIRST_ARGUMENT + arg].whole - run->wholes];
}

/* Makes the marks of an argument's buffer where there are none. */
static bool make_marks(struct wbrt_run *run, size_t arg) {
  struct wb_touch_marks *marks = marks_of(run, arg);
  return marks->touched != NULL ||
         wb_touch_init(marks, run->info[WBRT_FIRST_ARGUMENT + arg].whole, true, MAP_PRIVATE);
}

bool wb_touched_init(struct wbrt_run *run) {
  bool good = true;
  if (!run->launch->touched_told) return true;
  run->noted = calloc(WB_MAX_ARGS, sizeof *run->noted);
  if (run->noted == NULL) return false;
  for (size_t arg = 0; arg < run->launch->n_args && good; arg++) {
    struct wbrt_object *object = &run->context->objects[WBRT_FIRST_ARGUMENT + arg];
    if (run->info[WBRT_FIRST_ARGUMENT + arg].whole == NULL) continue;
    if (run->interleave != NULL || is_constant(run, arg)) good = make_marks(run, arg);
    if (!is_constant(run, arg) || object->size == 0) continue;
    run->info[WBRT_FIRST_ARGUMENT + arg].hidden_bytes = object->size;
    object->size = 0;
  }
  return good;
}

/* Returns how many of the cells had not been touched before. */
static uint64_t note_cells(struct wbrt_run *run, const struct wbrt_object *object, uint64_t first,
                           uint64_t last, enum wbrt_class class) {
  const struct wbrt_object *whole = run->info[object - run->context->objects].whole;
  const struct wb_touch_marks *marks = &run->noted[whole - run->wholes];
  const uint64_t in_word = whole->packed ? WBRT_PACKED_BYTES >> whole->granule_shift : 1;
  const uint64_t part = (uint64_t)(object->race - whole->race) * in_word;
  uint64_t fresh = 0;
  for (uint64_t cell = part + first; cell <= part + last; cell++) {
    const uint64_t bit = 1ULL << cell % WB_MARKS_A_WORD, word = cell / WB_MARKS_A_WORD;
    fresh += (marks->touched[word] & bit) == 0;
    marks->touched[word] |= bit;
    if (class != WBRT_CLASS_WRITE) marks->read[word] |= bit;
    if ((class & 1) != 0) marks->written[word] |= bit;
  }
  return fresh;
}

void wb_touched_note(struct wbrt_run *run, const struct wbrt_object *object, uint64_t first,
                     uint64_t last, enum wbrt_class class) {
  if (run->noted != NULL && run->info[object - run->context->objects].whole != NULL)
    note_cells(run, object, first, last, class);
}

void wb_touched_constant(struct wbrt_run *run, const struct wbrt_object *object, uint64_t offset,
                         uint64_t bytes) {
  struct wb_object_info *info = &run->info[object - run->context->objects];
  if (info->hidden_bytes == 0 || bytes == 0) return;
  const uint64_t fresh = note_cells(run, object, offset >> object->granule_shift,
                                    (offset + bytes - 1) >> object->granule_shift, WBRT_CLASS_READ);
  info->read_cells += fresh;
  /* Another argument of the same buffer may have noted some: then they stay hidden. */
  if (info->read_cells == ((info->hidden_bytes - 1) >> object->granule_shift) + 1)
    run->context->objects[object - run->context->objects].size = info->hidden_bytes;
}

bool wb_touched_refused(struct wbrt_run *run, uint64_t address, uint32_t number, uint32_t size,
                        uint32_t align, uint32_t flags) {
  const struct wbrt_object *found = wbrt_object_of(run->context, address, number);
  /* Code that was entered before all was read may still know no size. */
  if (found == NULL || run->info[found - run->context->objects].hidden_bytes == 0) return false;
  struct wbrt_object shown = *found;
  shown.size = wb_object_bytes(run, found);
  if ((flags & WBRT_WRITE) != 0 || !wbrt_good(&shown, address, size, align)) return false;
  wb_touched_constant(run, found, address - found->base, size);
  return true;
}

/* ---- together ------------------------------------------------------------------------------- */

void wb_touched_gather(struct wbrt_run *run, size_t arg, const struct wb_touch_marks *marks) {
  const struct wbrt_object *whole = &run->wholes[arg];
  const struct wb_touch_marks *noted = &run->noted[arg];
  const uint64_t words = wb_touch_words(whole);
  if (run->interleave == NULL) wb_touch_of(run, whole, marks);
  for (uint64_t word = 0; noted->touched != NULL && word < words; word++) {
    if (noted->touched[word] == 0) continue;
    marks->touched[word] |= noted->touched[word];
    marks->written[word] |= noted->written[word];
    marks->read[word] |= noted->read[word];
  }
}

static void tell_argument(struct wbrt_run *run, size_t arg) {
  struct wb_touch_marks made = {0};
  const struct wb_touch_marks *marks = &made;
  if (wb_touch_init(&made, &run->wholes[arg], true, MAP_PRIVATE)) {
    wb_touched_gather(run, arg, &made);
    wb_touched_marks(run, arg, &marks, 1);
  } else {
    run->touched_unknown = true;
  }
  wb_touch_release(&made, &run->wholes[arg]);
}

void wb_touched_all(struct wbrt_run *run) {
  for (size_t arg = 0; arg < run->launch->n_args && run->launch->touched_told; arg++)
    if (run->info[WBRT_FIRST_ARGUMENT + arg].buffer != NULL) tell_argument(run, arg);
}

void wb_touched_end(struct wbrt_run *run) {
  struct wb_shared *shared = run->shared;
  if (!run->launch->touched_told) return;
  shared->knows_touched = shared->kind == WB_OUTCOME_DONE && !run->touched_unknown;
  shared->busy_items = run->context->busy;
  shared->idle_groups = run->idle_groups;
}
