/* Trials of loops (instrument/trial.h): what they read and write.
 *
 * A trial has the memory of the launch to begin with, or that memory with one element
 * as it was a moment ago; what it writes is only its own. It counts the changes to
 * what it has read, so that the trial's code can tell a turn that is like the one
 * before. One that needs too much ends without a result. */
#ifndef WB_EMULATOR_RUN_TRIAL_H
#define WB_EMULATOR_RUN_TRIAL_H

#include <stddef.h>

#include "emulator/runtime.h"

enum { WB_TRIAL_WORDS = 64, WB_TRIAL_BYTES = 128 };

struct wb_trial_word {
  uint64_t address;
  uint32_t bytes;
  bool matters; /* has been read for what decides about the loop */
  bool written; /* before that */
  unsigned char value[WB_TRIAL_BYTES];
};

struct wb_trial {
  struct wb_trial_word words[WB_TRIAL_WORDS];
  size_t n;
  uint64_t changes, turns;
  bool failed;
};

/* Whether the loop would never end with `bytes` bytes at `address` as in `value`, or
 * with memory as it is, where that is NULL. */
bool wb_trial_is_stuck(struct wbrt_run *run, wbrt_trial *trial, const void *frame, uint64_t address,
                       const void *value, uint32_t bytes);

#endif
