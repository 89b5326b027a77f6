#include "emulator/profile/pieces.h"

#include "emulator/run/maps.h"
#include "finding/finding.h"

enum { WORD_BITS = 64 };

bool wb_pieces_init(struct wb_pieces pieces[WBRT_MAX_OBJECTS], struct wbrt_run *run, uint32_t bytes,
                    uint32_t *count) {
  bool good = true;
  *count = 0;
  for (uint32_t i = 0; i < WBRT_MAX_OBJECTS && good; i++) {
    const struct wbrt_object *object = &run->context->objects[i];
    if (object->memory != WB_MEMORY_GLOBAL || object->base == 0 || object->size == 0) continue;
    pieces[i].first = object->base / bytes;
    const uint64_t n = (object->base + object->size - 1) / bytes - pieces[i].first + 1;
    const uint64_t words = (n + WORD_BITS - 1) / WORD_BITS;
    pieces[i].touched = wb_maps_zero(run, 0, words * sizeof *pieces[i].touched);
    pieces[i].words = wb_maps_zero(run, 0, words * sizeof *pieces[i].words);
    good = pieces[i].touched != NULL && pieces[i].words != NULL;
    *count = i + 1;
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

void wb_pieces_forget(struct wb_pieces *pieces, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    for (size_t k = 0; k < pieces[i].n_words; k++) pieces[i].touched[pieces[i].words[k]] = 0;
    pieces[i].n_words = 0;
  }
}
