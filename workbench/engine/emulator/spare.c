#include "emulator/spare.h"

static const size_t LEAST_BYTES = 1 << 20, MOST_BYTES = 16 << 20; /* of one */

void wb_spares_put(struct wb_spares *spares, struct wb_emulator_buffer *buffer) {
  struct wb_emulator_buffer **place = &spares->of[spares->next];
  const bool is_kept = buffer->bytes >= LEAST_BYTES && buffer->bytes <= MOST_BYTES &&
                       wb_emulator_buffer_hide(buffer);
  if (!is_kept) {
    wb_emulator_buffer_free(buffer);
    return;
  }
  wb_emulator_buffer_free(*place);
  *place = buffer;
  spares->next = (spares->next + 1) % WB_SPARES;
}

static bool fits_buffer(const struct wb_emulator_buffer *spare, const struct wb_buffer_desc *desc) {
  const bool is_shared = desc->access != WB_BUFFER_READ_ONLY;
  return spare != NULL && spare->bytes == desc->bytes &&
         wb_emulator_buffer_is_shared(spare) == is_shared;
}

struct wb_emulator_buffer *wb_spares_take(struct wb_spares *spares,
                                          const struct wb_buffer_desc *desc) {
  struct wb_emulator_buffer *taken = NULL;
  for (size_t i = 0; i < WB_SPARES && taken == NULL; i++) {
    if (!fits_buffer(spares->of[i], desc)) continue;
    taken = spares->of[i];
    spares->of[i] = NULL;
    if (wb_emulator_buffer_renew(taken, desc)) continue;
    wb_emulator_buffer_free(taken);
    taken = NULL;
  }
  return taken;
}

void wb_spares_free(struct wb_spares *spares) {
  for (size_t i = 0; i < WB_SPARES; i++) wb_emulator_buffer_free(spares->of[i]);
  *spares = (struct wb_spares){.next = 0};
}
