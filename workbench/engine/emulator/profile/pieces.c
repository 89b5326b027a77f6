#include "emulator/profile/pieces.h"

#include <sys/mman.h>

#include "finding/finding.h"

enum { WORD_BITS = 64 };

static void *map_zero(uint64_t bytes) {
  void *map = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return map == MAP_FAILED ? NULL : map;
}

bool wb_pieces_init(struct wb_pieces pieces[WBRT_MAX_OBJECTS], const struct wbrt_context *context,
                    uint32_t bytes) {
  bool good = true;
  for (uint32_t i = 0; i < WBRT_MAX_OBJECTS && good; i++) {
    const struct wbrt_object *object = &context->objects[i];
    if (object->memory != WB_MEMORY_GLOBAL || object->base == 0 || object->size == 0) continue;
    pieces[i].first = object->base / bytes;
    const uint64_t n = (object->base + object->size - 1) / bytes - pieces[i].first + 1;
    const uint64_t words = (n + WORD_BITS - 1) / WORD_BITS;
    pieces[i].touched = map_zero(words * sizeof *pieces[i].touched);
    pieces[i].words = map_zero(words * sizeof *pieces[i].words);
    good = pieces[i].touched != NULL && pieces[i].words != NULL;
  }
  return good;
}

bool wb_pieces_note(struct wb_pieces *pieces, uint64_t number) {
  const uint64_t piece = number - pieces->first, word = piece / WORD_BITS;
  const uint64_t bit = UINT64_C(1) << piece % WORD_BITS;
  const uint64_t before = pieces->touched[word];
  if (before == 0) pieces->words[pieces->n_words++] = (uint32_t)word;
  pieces->touched[word] = before | bit;
  return (before & bit) == 0;
}

void wb_pieces_forget(struct wb_pieces pieces[WBRT_MAX_OBJECTS]) {
  for (uint32_t i = 0; i < WBRT_MAX_OBJECTS; i++) {
    for (size_t k = 0; k < pieces[i].n_words; k++) pieces[i].touched[pieces[i].words[k]] = 0;
    pieces[i].n_words = 0;
  }
}
