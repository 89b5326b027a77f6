#include "emulator/spare.h"

#include <sys/mman.h>

/* Between the two, a buffer is neither one of many, nor is its first use very dear. */
static const size_t LEAST_BYTES = 1 << 20, MOST_BYTES = 16 << 20;

enum { SLAB_BYTES = WB_SLAB_SLOTS * WB_SLOT_BYTES };

static bool is_small(size_t bytes) { return bytes > 0 && bytes <= WB_SMALL_BYTES; }

static bool is_large(size_t bytes) { return bytes >= LEAST_BYTES && bytes <= MOST_BYTES; }

static void put_large(struct wb_spares *spares, struct wb_emulator_buffer *buffer) {
  struct wb_emulator_buffer **place = &spares->large[spares->next];
  wb_emulator_buffer_free(*place);
  *place = buffer;
  spares->next = (spares->next + 1) % WB_LARGE_SPARES;
}

void wb_spares_put(struct wb_spares *spares, struct wb_emulator_buffer *buffer) {
  struct wb_slab *slab = &spares->slabs[wb_emulator_buffer_is_shared(buffer)];
  if (buffer->in_slab)
    slab->spare[slab->n_spare++] = buffer;
  else if (is_large(buffer->bytes) && wb_emulator_buffer_hide(buffer))
    put_large(spares, buffer);
  else
    wb_emulator_buffer_free(buffer);
}

/* The slot that comes next; NULL: there is no room for it. */
static unsigned char *new_slot(struct wb_slab *slab, bool shared) {
  if (slab->map == NULL) {
    void *map = mmap(NULL, SLAB_BYTES, PROT_READ | PROT_WRITE,
                     (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map != MAP_FAILED) slab->map = map;
  }
  if (slab->map == NULL || slab->n_used == WB_SLAB_SLOTS) return NULL;
  return slab->map + slab->n_used++ * WB_SLOT_BYTES;
}

static struct wb_emulator_buffer *take_small(struct wb_slab *slab,
                                             const struct wb_buffer_desc *desc, bool shared) {
  struct wb_emulator_buffer *taken = NULL;
  if (slab->n_spare > 0) {
    taken = slab->spare[--slab->n_spare];
    wb_emulator_buffer_renew(taken, desc);
  } else {
    unsigned char *slot = new_slot(slab, shared);
    if (slot != NULL) taken = wb_emulator_buffer_at(desc, slot);
  }
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
  if (taken != NULL && !wb_emulator_buffer_renew(taken, desc)) {
    wb_emulator_buffer_free(taken);
    taken = NULL;
  }
  return taken;
}

struct wb_emulator_buffer *wb_spares_take(struct wb_spares *spares,
                                          const struct wb_buffer_desc *desc) {
  const bool shared = desc->access != WB_BUFFER_READ_ONLY;
  return is_small(desc->bytes) ? take_small(&spares->slabs[shared], desc, shared)
                               : take_large(spares, desc);
}

void wb_spares_free(struct wb_spares *spares) {
  for (size_t i = 0; i < WB_LARGE_SPARES; i++) wb_emulator_buffer_free(spares->large[i]);
  for (size_t i = 0; i < 2; i++) {
    struct wb_slab *slab = &spares->slabs[i];
    for (size_t k = 0; k < slab->n_spare; k++) wb_emulator_buffer_free(slab->spare[k]);
    if (slab->map != NULL) munmap(slab->map, SLAB_BYTES);
  }
  *spares = (struct wb_spares){.next = 0};
}
