/* Work-groups on several processors, with the results of one.
 *
 * A launch that is large enough is cut into slices of groups that follow one
 * another in the launch's order. Each slice runs in a forked process of its
 * own, on the buffers that all share, with race histories, local and private
 * memory and a report that are its own, as if it were the whole launch. Where
 *
 *   - every slice comes to its end without a finding and without a limit, and
 *   - no cell of global memory was touched by two slices, one of them writing,
 *
 * no slice could see another, so that the order of the slices did not matter:
 * buffers and counts are those of the groups run one after another, and so is
 * the report, which is empty. Else what was written is taken back, and the
 * launch runs again, one group after another, in the launch's own process: what
 * is reported is what one processor reports, to the byte. The second condition
 * is what races between groups are; histories keep a write of a cell for good
 * (check/race.h), so that a look at the cells when all is done is enough.
 *
 * Kernels whose results may depend on the order of groups all the same never
 * run so: image.parallel says which those are.
 *
 * The environment's WORKBENCH_JOBS says how many slices there are at most; 1
 * leaves it at one process. Without it there are as many as processors that
 * this process may use. WORKBENCH_SLICE, for tests, says how many work-items are
 * worth a slice: with 1 every launch of several groups runs in slices. */
#ifndef WB_EMULATOR_RUN_PARALLEL_H
#define WB_EMULATOR_RUN_PARALLEL_H

#include "emulator/run/run.h"

/* How many this process may use, or as many as WORKBENCH_JOBS says. */
size_t wb_parallel_processors(void);

/* Work-items that take as long in lockstep (run/lockstep.h) as one with checks of its own. */
enum { WB_ITEMS_IN_LOCKSTEP = 16 };

/* What a launch of so many work-items is likely to cost, in work-items that do next to nothing, and
 * whether it would run in slices if there are processors. */
uint64_t wb_parallel_work(const struct wb_kernel_image *image, uint64_t items);
bool wb_parallel_is_worth(const struct wb_kernel_image *image, uint64_t groups, uint64_t items);

/* False where the launch is still to be run, on buffers that are as they were.
 * To be called before anything has run. */
bool wb_parallel_run(struct wbrt_run *run);

#endif
