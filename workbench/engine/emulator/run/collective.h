/* Collective functions, of a sub-group or of the whole group: work-items give
 * operands, wait, and go on with results.
 *
 * Sub-groups are work-items that follow one another in the order of
 * get_local_linear_id, `run->subgroup` of them; the last one may be smaller.
 *
 * Uniform functions (reduce, scan, broadcast, all, any, sub_group_barrier, and
 * all of work-groups) are for all work-items: where one of them is elsewhere
 * or has returned, when nobody can go on, that is a finding. Non-uniform
 * functions (ballot, shuffle, non_uniform_ …) are for those that are *active*,
 * which is decided like this: when no work-item of the sub-group can go on
 * otherwise, the ones that are earliest in the program, by loops and turns,
 * take part, and nobody else does. So branches that some skip are done before
 * what follows them, as on hardware that runs a sub-group in step. */
#ifndef WB_EMULATOR_RUN_COLLECTIVE_H
#define WB_EMULATOR_RUN_COLLECTIVE_H

#include "emulator/run/run.h"

/* All work-items of the group wait or are done. Lets those that can go on do
 * so, with results; false when there are none (run->stopped: since they have
 * diverged, which is reported). */
bool wb_collectives_run(struct wbrt_run *run);

/* collective_values.c: computes what `count` work-items of the group get, in the
 * order of their numbers, the first one of the sub-group being `first`. */
void wb_collective_compute(struct wbrt_run *run, const uint32_t *who, uint32_t count,
                           uint64_t first);

#endif
