/* Cells of global objects, packed ones (check/packed.h) or not, for all that is
 * not the fast path. */
#ifndef WB_EMULATOR_RUN_PACKED_H
#define WB_EMULATOR_RUN_PACKED_H

#include "emulator/check/packed.h"
#include "emulator/run/run.h"

/* The compact cells that a packed word was split into. */
struct wb_split {
  struct wbrt_cell cells[WBRT_PACKED_BYTES];
};

/* Words that `cells`, an object's `race` or `set`, has. */
static inline uint64_t wb_cell_words(const struct wbrt_object *object) {
  return (object->size >> (object->packed ? WBRT_PACKED_SHIFT : object->granule_shift)) + 1;
}

/* What the compact cell of that number holds; nothing is split. */
uint64_t wb_packed_cell_word(const struct wbrt_run *run, const struct wbrt_object *object,
                             const struct wbrt_cell *cells, uint64_t cell);
static inline uint64_t wb_cell_word(const struct wbrt_run *run, const struct wbrt_object *object,
                                    const struct wbrt_cell *cells, uint64_t cell) {
  return object->packed ? wb_packed_cell_word(run, object, cells, cell) : cells[cell].word;
}

/* The compact cell itself, which changes may be made to. */
struct wbrt_cell *wb_cell_at(struct wbrt_run *run, const struct wbrt_object *object,
                             struct wbrt_cell *cells, uint64_t cell);

#endif
