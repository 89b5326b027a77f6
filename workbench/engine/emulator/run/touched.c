#include "emulator/run/touched.h"

#include <sys/mman.h>

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

void wb_touched_marks(struct wbrt_run *run, size_t arg, const struct wb_marks *const *marks,
                      size_t count) {
  struct making making = {.run = run,
                          .object = &run->context->objects[WBRT_FIRST_ARGUMENT + arg],
                          .arg = (uint32_t)arg};
  const uint64_t words = wb_marks_words(making.object);
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

static void add_constant(struct wbrt_run *run, size_t arg) {
  struct making making = {.run = run,
                          .object = &run->context->objects[WBRT_FIRST_ARGUMENT + arg],
                          .arg = (uint32_t)arg,
                          .last = {.end = run->context->objects[WBRT_FIRST_ARGUMENT + arg].size,
                                   .arg = (uint32_t)arg,
                                   .reads = true}};
  keep_last(&making);
}

void wb_touched_all(struct wbrt_run *run) {
  for (size_t arg = 0; arg < run->launch->n_args && run->launch->touched_told; arg++) {
    const struct wbrt_object *object = &run->context->objects[WBRT_FIRST_ARGUMENT + arg];
    struct wb_marks marks = {0};
    const struct wb_marks *only = &marks;
    if (run->info[WBRT_FIRST_ARGUMENT + arg].buffer == NULL) continue;
    if (object->race != NULL && wb_marks_init(&marks, object, true, MAP_PRIVATE)) {
      wb_marks_of(run, object, &marks);
      wb_touched_marks(run, arg, &only, 1);
    }
    if (object->race != NULL) wb_marks_release(&marks, object);
  }
}

void wb_touched_end(struct wbrt_run *run) {
  struct wb_shared *shared = run->shared;
  if (!run->launch->touched_told) return;
  for (size_t arg = 0; arg < run->launch->n_args; arg++)
    if (run->info[WBRT_FIRST_ARGUMENT + arg].buffer != NULL &&
        run->context->objects[WBRT_FIRST_ARGUMENT + arg].race == NULL)
      add_constant(run, arg);
  shared->knows_touched = 1;
  shared->busy_items = run->context->busy;
  /* Who prints does something, and groups that run at the same time are not told apart. */
  const bool unsure = shared->text_length > 0 || run->interleave != NULL;
  shared->idle_groups = unsure ? 0 : run->idle_groups;
}
