/* What a worker has said of a program's kernels with its build: it need not be asked again. */
#ifndef WB_DEVICE_KNOWN_KERNELS_H
#define WB_DEVICE_KNOWN_KERNELS_H

#include "device/device.h"

/* Of the last program that was built; zeroed at first. */
struct wb_known_kernels {
  wb_handle program; /* 0: none, or none any more */
  char *names;       /* "add;scale" */
  struct wb_kernel_info *infos;
  size_t n_infos; /* of the first of them */
};

/* Takes the result's infos. */
void wb_known_kernels_take(struct wb_known_kernels *known, struct wb_build_result *result);

/* NULL: nothing is known of that kernel. */
const struct wb_kernel_info *wb_known_kernels_find(const struct wb_known_kernels *known,
                                                   wb_handle program, const char *kernel);
void wb_known_kernels_release(struct wb_known_kernels *known);

#endif
