/* Memory of large buffers that were released, for others of the same size: one case after the other
 * has the same arrays, and the first use of memory is dear. What was in it is gone before a
 * kernel sees it, and until then no kernel's process has it. */
#ifndef WB_EMULATOR_SPARE_H
#define WB_EMULATOR_SPARE_H

#include "emulator/buffer.h"

enum { WB_SPARES = 4 };

struct wb_spares {
  struct wb_emulator_buffer *of[WB_SPARES]; /* NULL: none */
  size_t next;                              /* where the one that is put next goes */
};

/* Takes over a buffer that is released. */
void wb_spares_put(struct wb_spares *spares, struct wb_emulator_buffer *buffer);

/* As wb_emulator_buffer_new() makes it. NULL: there is none. */
struct wb_emulator_buffer *wb_spares_take(struct wb_spares *spares,
                                          const struct wb_buffer_desc *desc);

void wb_spares_free(struct wb_spares *spares);

#endif
