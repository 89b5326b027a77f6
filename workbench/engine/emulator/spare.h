/* Memory of buffers, for others when these are released: one case after the other has the same
 * arrays, or small ones, and the first use of memory is dear. What was in it is gone before a
 * kernel sees it, and until then no kernel's process has it. */
#ifndef WB_EMULATOR_SPARE_H
#define WB_EMULATOR_SPARE_H

#include "emulator/buffer.h"

enum { WB_LARGE_SPARES = 4, WB_SLAB_SLOTS = 192 };

/* Slots of WB_SLOT_BYTES, for the small buffers of the launches of a row: to map each by itself,
 * and to hide it from others' processes, would take longer than to use it. A process that is forked
 * has all slots, and must forget those that are not for it. */
struct wb_slab {
  unsigned char *map; /* NULL: no slot has been used yet */
  size_t n_used;      /* from the first on; of these are free: */
  struct wb_emulator_buffer *spare[WB_SLAB_SLOTS];
  size_t n_spare;
};

struct wb_spares {
  struct wb_emulator_buffer *large[WB_LARGE_SPARES]; /* NULL: none */
  size_t next;                                       /* where the large one that is put next goes */
  struct wb_slab slabs[2];                           /* private, and shared (buffer.h) */
};

/* Takes over a buffer that is released. */
void wb_spares_put(struct wb_spares *spares, struct wb_emulator_buffer *buffer);

/* As wb_emulator_buffer_new() makes it. NULL: there is none. */
struct wb_emulator_buffer *wb_spares_take(struct wb_spares *spares,
                                          const struct wb_buffer_desc *desc);

/* No buffer is in a slot any more, unless it is a spare. */
void wb_spares_free(struct wb_spares *spares);

#endif
