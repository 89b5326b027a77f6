#include "emulator/spare.h"

/* Between the two, a buffer is neither one of many, nor is its first use very dear. */
static const size_t SMALL_BYTES = 16 << 10, LEAST_BYTES = 1 << 20, MOST_BYTES = 16 << 20;

static bool is_small(size_t bytes) { return bytes > 0 && bytes <= SMALL_BYTES; }

static bool is_large(size_t bytes) { return bytes >= LEAST_BYTES && bytes <= MOST_BYTES; }

static void put_large(struct wb_spares *spares, struct wb_emulator_buffer *buffer) {
  struct wb_emulator_buffer **place = &spares->large[spares->next];
  wb_emulator_buffer_free(*place);
  *place = buffer;
  spares->next = (spares->next + 1) % WB_LARGE_SPARES;
}

void wb_spares_put(struct wb_spares *spares, struct wb_emulator_buffer *buffer) {
  const bool has_room = is_small(buffer->bytes) && spares->n_small < WB_SMALL_SPARES;
  if ((!has_room && !is_large(buffer->bytes)) || !wb_emulator_buffer_hide(buffer))
    wb_emulator_buffer_free(buffer);
  else if (has_room)
    spares->small[spares->n_small++] = buffer;
  else
    put_large(spares, buffer);
}

static struct wb_emulator_buffer *take_small(struct wb_spares *spares,
                                             const struct wb_buffer_desc *desc) {
  size_t i = spares->n_small;
  while (i > 0 && !wb_emulator_buffer_fits(spares->small[i - 1], desc)) i--;
  if (i == 0) return NULL;
  struct wb_emulator_buffer *taken = spares->small[i - 1];
  spares->small[i - 1] = spares->small[--spares->n_small];
  return taken;
}

static struct wb_emulator_buffer *take_large(struct wb_spares *spares,
                                             const struct wb_buffer_desc *desc) {
  struct wb_emulator_buffer *taken = NULL;
  for (size_t i = 0; i < WB_LARGE_SPARES && taken == NULL; i++) {
    if (spares->large[i] == NULL || !wb_emulator_buffer_fits(spares->large[i], desc)) continue;
    taken = spares->large[i];
    spares->large[i] = NULL;
  }
  return taken;
}

struct wb_emulator_buffer *wb_spares_take(struct wb_spares *spares,
                                          const struct wb_buffer_desc *desc) {
  struct wb_emulator_buffer *taken =
      is_small(desc->bytes) ? take_small(spares, desc) : take_large(spares, desc);
  if (taken != NULL && !wb_emulator_buffer_renew(taken, desc)) {
    wb_emulator_buffer_free(taken);
    taken = NULL;
  }
  return taken;
}

void wb_spares_free(struct wb_spares *spares) {
  for (size_t i = 0; i < WB_LARGE_SPARES; i++) wb_emulator_buffer_free(spares->large[i]);
  for (size_t i = 0; i < spares->n_small; i++) wb_emulator_buffer_free(spares->small[i]);
  *spares = (struct wb_spares){.next = 0};
}
