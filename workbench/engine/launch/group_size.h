/* Groups of another size than the kernel's reqd_work_group_size: said in the same words on every
 * device, before the launch. */
#ifndef WB_LAUNCH_GROUP_SIZE_H
#define WB_LAUNCH_GROUP_SIZE_H

#include "device/device.h"

/* A kernel as the device knows it, and the text that it is from. */
struct wb_sized_kernel {
  const char *name, *source;
  size_t length;              /* of the source, in bytes */
  const uint32_t *group_size; /* three sizes that it requires, or zeros */
};

/* Whether a launch with groups of `local` is one that OpenCL does not allow for it; sizes of
 * dimensions that the launch has not are 1. Then `finding` is an invalid-launch in the line of the
 * attribute, or of the kernel where that is not seen. */
bool wb_group_size_differs(const struct wb_sized_kernel *kernel, const size_t local[3],
                           struct wb_finding *finding);

#endif
