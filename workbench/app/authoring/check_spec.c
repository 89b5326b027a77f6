/* Whether the spec loads, and what is wrong with it where it does not. */
#include "authoring/check_steps.h"

static void *begin_spec(struct wb_check_puzzle *puzzle) {
  const struct wb_check_place place = {.puzzle = puzzle->slug, .part = "puzzle.lua"};
  if (puzzle->summary->error == NULL)
    wb_check_passed(&puzzle->report, "spec-valid", &place);
  else
    wb_check_spec_fault(puzzle, "spec-valid", puzzle->summary->error);
  return NULL;
}

const struct wb_check_step wb_check_spec_step = {.begin = begin_spec, .on_devices = true};
