/* How the launch of a case may be made another one, without a change of its data: whether a kernel
 * relies on the launch that its puzzle gives it, and whether a case would notice. */
#ifndef WB_FINDING_LAUNCH_CHANGE_H
#define WB_FINDING_LAUNCH_CHANGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/words.h"

enum wb_launch_change {
  WB_LAUNCH_AS_IT_IS,
  WB_LAUNCH_GROUP_MORE_X, /* one work-group more along a dimension */
  WB_LAUNCH_GROUP_MORE_Y,
  WB_LAUNCH_GROUP_MORE_Z,
  WB_LAUNCH_GROUP_FEWER_X, /* one fewer, where there are two at least */
  WB_LAUNCH_GROUP_FEWER_Y,
  WB_LAUNCH_GROUP_FEWER_Z,
  WB_LAUNCH_GROUPS_DOUBLED_X, /* as many groups once more */
  WB_LAUNCH_SWAPPED_XY,       /* the two dimensions, in global and local size */
  WB_LAUNCH_SWAPPED_YZ,
  WB_LAUNCH_LOCAL_HALVED_X, /* groups of half the size, twice as many; where it is even */
  WB_LAUNCH_LOCAL_HALVED_Y,
  WB_LAUNCH_LOCAL_DOUBLED_X, /* where the global size is divisible by it, and a group has
                                at most WB_LAUNCH_GROUP_MAX work-items then */
  WB_LAUNCH_LOCAL_DOUBLED_Y,
  WB_LAUNCH_LOCAL_ONE, /* groups of one work-item */
  WB_LAUNCH_CHANGES
};

enum { WB_LAUNCH_GROUP_MAX = 1024 };

/* "group-more-x" …, with what each does. */
extern const struct wb_words wb_launch_changes;

/* Changes the sizes of a launch of so many dimensions. False, and nothing is changed, where it
 * cannot be changed so, or would be the same. */
bool wb_launch_change_apply(enum wb_launch_change change, unsigned dimensions, size_t global[3],
                            size_t local[3]);

#endif
