/* Work-items that take turns at atomic operations (WB_SCHEDULE_INTERLEAVE).
 *
 * The other schedules run a work-item from barrier to barrier without a stop, so that nothing ever
 * comes between two of its atomic operations: a counter that is increased and then asked again
 * seems to give each work-item a number of its own, and `atomic_store(p, atomic_load(p) + 1)` to
 * lose nothing. On a device others come between them. Here every work-item stops before each of its
 * atomic operations, and goes on when all others that can run have come as far: the work-items of a
 * group, and of several groups that are under way together. Which of them is first changes from
 * turn to turn, as the schedule's seed says.
 *
 * It is there to see other results, and looks for no races: whether two accesses race follows from
 * what work-items do, in whichever order they do it, and race histories count on groups that run
 * one after another (check/race.h). Of a cell only is noted that it is written. All other checks
 * are made.
 *
 * After MOST_TURNS operations a work-item stops no more, so that loops that try again until nobody
 * has come between (compare-exchange) end soon, however many work-items try. */
#ifndef WB_EMULATOR_RUN_INTERLEAVE_H
#define WB_EMULATOR_RUN_INTERLEAVE_H

#include "emulator/run/run.h"

/* Of a launch that is to be interleaved, before its memory is made: how many groups can be under
 * way together, at least 1. One where the launch is recorded, since a profile takes one group after
 * another. 0: the launch is not to be interleaved. */
uint64_t wb_interleave_groups(const struct wbrt_run *run);

/* Sets run->interleave for that many groups, once the launch's memory is there. */
enum wb_status wb_interleave_init(struct wbrt_run *run, uint64_t groups, struct wb_error *err);

/* Runs all groups. */
void wb_interleave_run(struct wbrt_run *run);

/* From kernel code: the running work-item has found what it waits for as it was before; all others
 * have their turn first. */
void wb_interleave_wait(struct wbrt_run *run);

#endif
