#include "finding/launch_change.h"

#include <string.h>

static const struct wb_word rows[] = {
    [WB_LAUNCH_AS_IT_IS] = {"as-it-is", "the case's own launch"},
    [WB_LAUNCH_GROUP_MORE_X] = {"group-more-x", "one work-group more along x"},
    [WB_LAUNCH_GROUP_MORE_Y] = {"group-more-y", "one work-group more along y"},
    [WB_LAUNCH_GROUP_MORE_Z] = {"group-more-z", "one work-group more along z"},
    [WB_LAUNCH_GROUP_FEWER_X] = {"group-fewer-x", "one work-group fewer along x"},
    [WB_LAUNCH_GROUP_FEWER_Y] = {"group-fewer-y", "one work-group fewer along y"},
    [WB_LAUNCH_GROUP_FEWER_Z] = {"group-fewer-z", "one work-group fewer along z"},
    [WB_LAUNCH_GROUPS_DOUBLED_X] = {"groups-doubled-x", "twice as many work-groups along x"},
    [WB_LAUNCH_SWAPPED_XY] = {"swapped-xy", "x and y swapped"},
    [WB_LAUNCH_SWAPPED_YZ] = {"swapped-yz", "y and z swapped"},
    [WB_LAUNCH_LOCAL_HALVED_X] = {"local-halved-x", "groups of half the size along x"},
    [WB_LAUNCH_LOCAL_HALVED_Y] = {"local-halved-y", "groups of half the size along y"},
    [WB_LAUNCH_LOCAL_DOUBLED_X] = {"local-doubled-x", "groups of twice the size along x"},
    [WB_LAUNCH_LOCAL_DOUBLED_Y] = {"local-doubled-y", "groups of twice the size along y"},
    [WB_LAUNCH_LOCAL_ONE] = {"local-one", "groups of one work-item"},
};
const struct wb_words wb_launch_changes = WB_WORDS(rows);

struct sizes {
  unsigned dimensions;
  size_t global[3], local[3];
};

static bool add_groups(struct sizes *sizes, unsigned d, size_t groups) {
  sizes->global[d] += groups * sizes->local[d];
  return true;
}

static bool take_group(struct sizes *sizes, unsigned d) {
  if (sizes->global[d] < 2 * sizes->local[d]) return false;
  sizes->global[d] -= sizes->local[d];
  return true;
}

static void swap_sizes(size_t sizes[3], unsigned a, unsigned b) {
  const size_t first = sizes[a];
  sizes[a] = sizes[b];
  sizes[b] = first;
}

static bool swap_dimensions(struct sizes *sizes, unsigned a, unsigned b) {
  swap_sizes(sizes->global, a, b);
  swap_sizes(sizes->local, a, b);
  return true;
}

static bool halve_groups(struct sizes *sizes, unsigned d) {
  if (sizes->local[d] % 2 != 0) return false;
  sizes->local[d] /= 2;
  return true;
}

static bool double_groups(struct sizes *sizes, unsigned d) {
  size_t items = 2;
  for (unsigned i = 0; i < sizes->dimensions; i++) items *= sizes->local[i];
  if (sizes->global[d] % (2 * sizes->local[d]) != 0 || items > WB_LAUNCH_GROUP_MAX) return false;
  sizes->local[d] *= 2;
  return true;
}

static bool single_items(struct sizes *sizes) {
  for (unsigned d = 0; d < sizes->dimensions; d++) sizes->local[d] = 1;
  return true;
}

/* The last dimension that it needs. */
static unsigned last_dimension(enum wb_launch_change change) {
  switch (change) {
    case WB_LAUNCH_GROUP_MORE_Z:
    case WB_LAUNCH_GROUP_FEWER_Z:
    case WB_LAUNCH_SWAPPED_YZ:
      return 2;
    case WB_LAUNCH_GROUP_MORE_Y:
    case WB_LAUNCH_GROUP_FEWER_Y:
    case WB_LAUNCH_SWAPPED_XY:
    case WB_LAUNCH_LOCAL_HALVED_Y:
    case WB_LAUNCH_LOCAL_DOUBLED_Y:
      return 1;
    default:
      return 0;
  }
}

static bool change_sizes(enum wb_launch_change change, struct sizes *sizes) {
  const unsigned last = last_dimension(change);
  if (last >= sizes->dimensions) return false;
  switch (change) {
    case WB_LAUNCH_GROUP_MORE_X:
    case WB_LAUNCH_GROUP_MORE_Y:
    case WB_LAUNCH_GROUP_MORE_Z:
      return add_groups(sizes, last, 1);
    case WB_LAUNCH_GROUP_FEWER_X:
    case WB_LAUNCH_GROUP_FEWER_Y:
    case WB_LAUNCH_GROUP_FEWER_Z:
      return take_group(sizes, last);
    case WB_LAUNCH_GROUPS_DOUBLED_X:
      return add_groups(sizes, 0, sizes->global[0] / sizes->local[0]);
    case WB_LAUNCH_SWAPPED_XY:
    case WB_LAUNCH_SWAPPED_YZ:
      return swap_dimensions(sizes, last - 1, last);
    case WB_LAUNCH_LOCAL_HALVED_X:
    case WB_LAUNCH_LOCAL_HALVED_Y:
      return halve_groups(sizes, last);
    case WB_LAUNCH_LOCAL_DOUBLED_X:
    case WB_LAUNCH_LOCAL_DOUBLED_Y:
      return double_groups(sizes, last);
    case WB_LAUNCH_LOCAL_ONE:
      return single_items(sizes);
    default:
      return false;
  }
}

bool wb_launch_change_apply(enum wb_launch_change change, unsigned dimensions, size_t global[3],
                            size_t local[3]) {
  struct sizes sizes = {.dimensions = dimensions};
  memcpy(sizes.global, global, sizeof sizes.global);
  memcpy(sizes.local, local, sizeof sizes.local);
  if (!change_sizes(change, &sizes)) return false;
  const size_t bytes = dimensions * sizeof sizes.global[0];
  if (memcmp(sizes.global, global, bytes) == 0 && memcmp(sizes.local, local, bytes) == 0)
    return false;
  memcpy(global, sizes.global, sizeof sizes.global);
  memcpy(local, sizes.local, sizeof sizes.local);
  return true;
}
