/* What of an object is written (check/state.h), beyond the fast path: between
 * launches, for copies, and for findings. */
#ifndef WB_EMULATOR_RUN_WRITTEN_H
#define WB_EMULATOR_RUN_WRITTEN_H

#include "emulator/run/run.h"

/* The cells of an object that is about to be used learn what is written of its
 * buffer. */
void wb_written_begin(struct wbrt_run *run, const struct wbrt_object *object,
                      const struct wb_emulator_buffer *buffer);

/* The launch is over: what its cells know becomes the buffer's. Gives the cells'
 * memory back as it goes. */
void wb_written_end(const struct wbrt_run *run, const struct wbrt_object *object,
                    struct wb_emulator_buffer *buffer);

/* The cells whose bits are 1 in `cells` were written. */
void wb_written_cells(struct wb_emulator_buffer *buffer, uint8_t granule_shift,
                      const uint64_t *cells, uint64_t count);

/* How many bytes from `offset` on, at most `bytes`, are written before the first
 * that is not. */
uint64_t wb_written_run(const struct wbrt_run *run, const struct wbrt_object *object,
                        uint64_t offset, uint64_t bytes);

/* Get and set the states of bytes of an object, a byte for each. */
void wb_written_get(const struct wbrt_run *run, const struct wbrt_object *object, uint64_t offset,
                    uint32_t bytes, uint8_t *states);
void wb_written_put(struct wbrt_context *context, const struct wbrt_object *object, uint64_t offset,
                    uint32_t bytes, const uint8_t *states);

#endif
