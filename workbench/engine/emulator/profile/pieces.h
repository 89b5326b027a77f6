/* Which pieces of global memory the running group has touched: how many there
 * are is what its transactions would come to if nothing were moved twice. */
#ifndef WB_EMULATOR_PROFILE_PIECES_H
#define WB_EMULATOR_PROFILE_PIECES_H

#include <stddef.h>

#include "emulator/runtime.h"

/* The touched pieces of one array of global memory: a bit a piece, and a list of the words that
 * have any, so that forgetting them costs no more than noting them did. */
struct wb_pieces {
  uint64_t first; /* number of the first piece, as wb_pieces_note counts */
  uint64_t *touched;
  uint32_t *words;
  size_t n_words;
};

/* Room for every array of global memory that is there, in pieces of `bytes`. `count`: none comes
 * after so many of `pieces`. False without memory; wb_maps_release() returns what was taken. */
bool wb_pieces_init(struct wb_pieces pieces[WBRT_MAX_OBJECTS], struct wbrt_run *run, uint32_t bytes,
                    uint32_t *count);

/* Whether the group had not touched it yet: `number` counts pieces from address 0. */
bool wb_pieces_note(struct wb_pieces *pieces, uint64_t number);

/* The next group has touched nothing. */
void wb_pieces_forget(struct wb_pieces *pieces, uint32_t count);

#endif
