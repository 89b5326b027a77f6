/* Fibers on processors that we have no switch of our own for: the code that they have, run here. */
#define WB_BOOST_SWITCH
/* The file itself, since the library has it with our own switch on some processors. */
#include "../../../workbench/engine/emulator/run/fiber.c" /* NOLINT(bugprone-suspicious-include) */

#include "tap.h"

enum { FIBERS = 100, ROUNDS = 50 };

struct play {
  struct wb_fibers set;
  unsigned rounds[FIBERS];
  size_t left;
};

struct player {
  struct play *play;
  size_t index;
};

static void run_player(void *data) {
  struct player *player = data;
  struct play *play = player->play;
  volatile double kept = (double)player->index; /* across switches, as registers may be */
  for (unsigned round = 0; round < ROUNDS; round++) {
    play->rounds[player->index]++;
    wb_fiber_yield(&play->set);
    CHECK(kept == (double)player->index);
  }
  play->left++;
  wb_fiber_leave(&play->set);
}

static void fibers_take_turns(void) {
  struct play play = {.left = 0};
  struct player players[FIBERS];
  CHECK_INT(wb_fibers_init(&play.set, FIBERS, 0, NULL), WB_OK);
  for (size_t i = 0; i < FIBERS; i++) {
    players[i] = (struct player){&play, i};
    wb_fiber_start(&play.set, i, run_player, &players[i]);
  }
  for (unsigned round = 0; round <= ROUNDS; round++)
    for (size_t i = 0; i < FIBERS; i++) wb_fiber_resume(&play.set, i);
  for (size_t i = 0; i < FIBERS; i++) CHECK_INT(play.rounds[i], ROUNDS);
  CHECK_INT(play.left, FIBERS);
  wb_fibers_release(&play.set);
}

static void a_fiber_that_was_left_starts_anew(void) {
  struct play play = {.left = 0};
  struct player player = {&play, 0};
  CHECK_INT(wb_fibers_init(&play.set, 1, 0, NULL), WB_OK);
  for (int time = 0; time < 3; time++) {
    wb_fiber_start(&play.set, 0, run_player, &player);
    wb_fiber_resume(&play.set, 0);
  }
  CHECK_INT(play.rounds[0], 3);
  wb_fibers_release(&play.set);
}

static void run_shortly(void *data) {
  struct play *play = data;
  if (++play->rounds[0] == ROUNDS) wb_fiber_leave(&play->set);
}

static void a_function_that_returns_is_called_again(void) {
  struct play play = {.left = 0};
  CHECK_INT(wb_fibers_init(&play.set, 1, 0, NULL), WB_OK);
  wb_fiber_start(&play.set, 0, run_shortly, &play);
  wb_fiber_resume(&play.set, 0);
  CHECK_INT(play.rounds[0], ROUNDS);
  wb_fibers_release(&play.set);
}

int main(void) {
  tap_run("fibers take turns", fibers_take_turns);
  tap_run("one that was left in the middle starts anew", a_fiber_that_was_left_starts_anew);
  tap_run("a function that returns is called again", a_function_that_returns_is_called_again);
  return tap_finish();
}
