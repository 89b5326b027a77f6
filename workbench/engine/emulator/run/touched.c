#include "emulator/run/touched.h"

#include <stdlib.h>
#include <sys/mman.h>

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

/* ---- where no race is looked for ------------------------------------------------------------ */

bool wb_touched_init(struct wbrt_run *run) {
  bool good = true;
  if (!run->launch->touched_told || run->interleave == NULL) return true;
  run->interleaved = calloc(WB_MAX_ARGS, sizeof *run->interleaved);
  if (run->interleaved == NULL) return false;
  for (size_t arg = 0; arg < run->launch->n_args; arg++)
    if (run->info[WBRT_FIRST_ARGUMENT + arg].buffer != NULL)
      good &= wb_touch_init(&run->interleaved[arg], &run->wholes[arg], true, MAP_PRIVATE);
  return good;
}

void wb_touched_note(struct wbrt_run *run, const struct wbrt_object *object, uint64_t first,
                     uint64_t last, enum wbrt_class class) {
  const struct wbrt_object *whole = run->info[object - run->context->objects].whole;
  if (run->interleaved == NULL || whole == NULL) return;
  const struct wb_touch_marks *marks = &run->interleaved[whole - run->wholes];
  const uint64_t in_word = whole->packed ? WBRT_PACKED_BYTES >> whole->granule_shift : 1;
  const uint64_t part = (uint64_t)(object->race - whole->race) * in_word;
  for (uint64_t cell = part + first; cell <= part + last; cell++) {
    const uint64_t bit = 1ULL << cell % WB_MARKS_A_WORD, word = cell / WB_MARKS_A_WORD;
    marks->touched[word] |= bit;
    if (class != WBRT_CLASS_WRITE) marks->read[word] |= bit;
    if ((class & 1) != 0) marks->written[word] |= bit;
  }
}

/* ---- together ------------------------------------------------------------------------------- */

static void tell_argument(struct wbrt_run *run, size_t arg) {
  const struct wbrt_object *whole = &run->wholes[arg];
  struct wb_touch_marks made = {0};
  const struct wb_touch_marks *marks = run->interleaved != NULL ? &run->interleaved[arg] : &made;
  if (run->interleaved == NULL) {
    if (wb_touch_init(&made, whole, true, MAP_PRIVATE))
      wb_touch_of(run, whole, &made);
    else
      run->touched_unknown = true;
  }
  if (!run->touched_unknown) wb_touched_marks(run, arg, &marks, 1);
  wb_touch_release(&made, whole);
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
