/* Memory of buffers that were released, for others of the same size: one case after the other has
 * the same arrays, or small ones, and the first use of memory is dear. What was in it is gone
 * before a kernel sees it, and until then no kernel's process has it. */
#ifndef WB_EMULATOR_SPARE_H
#define WB_EMULATOR_SPARE_H

#include "emulator/buffer.h"

/* Large ones, and small ones for the launches of a row. */
enum { WB_LARGE_SPARES = 4, WB_SMALL_SPARES = 192 };

struct wb_spares {
  struct wb_emulator_buffer *large[WB_LARGE_SPARES]; /* NULL: none */
  size_t next;                                       /* where the large one that is put next goes */
  struct wb_emulator_buffer *small[WB_SMALL_SPARES];
  size_t n_small;
};

/* Takes over a buffer that is released. */
void wb_spares_put(struct wb_spares *spares, struct wb_emulator_buffer *buffer);

/* As wb_emulator_buffer_new() makes it. NULL: there is none. */
struct wb_emulator_buffer *wb_spares_take(struct wb_spares *spares,
                                          const struct wb_buffer_desc *desc);

void wb_spares_free(struct wb_spares *spares);

#endif
