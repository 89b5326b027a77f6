#include "emulator/run/trial.h"

#include <string.h>

#include "emulator/check/object.h"
#include "emulator/run/run.h"

/* Turns of all loops of a trial, after which nobody knows. */
enum { MOST_TURNS = 2000 };

/* The word of just these bytes, made where there is none; NULL where that cannot be. Words do not
 * overlap: a trial that accesses a part of one fails rather than err. */
static struct wb_trial_word *word_at(struct wbrt_context *context, uint64_t address,
                                     uint32_t object, uint32_t bytes) {
  struct wb_trial *trial = &context->run->trial;
  struct wb_trial_word *found = NULL;
  for (size_t i = 0; i < trial->n && found == NULL && !trial->failed; i++) {
    struct wb_trial_word *word = &trial->words[i];
    if (word->address == address && word->bytes == bytes)
      found = word;
    else
      trial->failed = address < word->address + word->bytes && word->address < address + bytes;
  }
  if (trial->n == WB_TRIAL_WORDS || bytes > WB_TRIAL_BYTES) trial->failed |= found == NULL;
  if (found != NULL || trial->failed) return found;
  const struct wbrt_object *o = wbrt_object_of(context, address, object);
  if (o == NULL) return NULL;
  struct wbrt_object shown = *o;
  shown.size = wb_object_bytes(context->run, o);
  if (!wbrt_inside(&shown, address, bytes)) return NULL;
  found = &trial->words[trial->n++];
  *found = (struct wb_trial_word){.address = address, .bytes = bytes};
  memcpy(found->value, (const void *)(uintptr_t)address, bytes);
  return found;
}

/* An access outside of its array reads zeros, as in the kernel. */
void wbrt_trial_read(struct wbrt_context *context, uint64_t address, uint32_t object,
                     uint32_t bytes, uint32_t matters, void *buffer) {
  struct wb_trial_word *word = word_at(context, address, object, bytes);
  memset(buffer, 0, bytes);
  if (word == NULL) return;
  memcpy(buffer, word->value, bytes);
  if (matters == 0 || word->matters) return;
  word->matters = true;
  context->run->trial.changes += word->written;
}

void wbrt_trial_write(struct wbrt_context *context, uint64_t address, uint32_t object,
                      uint32_t bytes, const void *buffer) {
  struct wb_trial_word *word = word_at(context, address, object, bytes);
  if (word == NULL || memcmp(word->value, buffer, bytes) == 0) return;
  memcpy(word->value, buffer, bytes);
  word->written = true;
  context->run->trial.changes += word->matters;
}

uint64_t wbrt_trial_turn(struct wbrt_context *context) {
  struct wb_trial *trial = &context->run->trial;
  trial->failed |= ++trial->turns > MOST_TURNS;
  return trial->failed ? UINT64_MAX : trial->changes;
}

bool wb_trial_is_stuck(struct wbrt_run *run, wbrt_trial *trial, const void *frame, uint64_t address,
                       const void *value, uint32_t bytes) {
  struct wb_trial *state = &run->trial;
  state->n = 0;
  state->changes = state->turns = 0;
  state->failed = false;
  if (value != NULL) {
    state->words[state->n] = (struct wb_trial_word){.address = address, .bytes = bytes};
    memcpy(state->words[state->n++].value, value, bytes);
  }
  return trial(run->context, frame) != 0 && !state->failed;
}
