/* Whose fault it is that a device failed: the machine's or the kernel's.
 *
 * Where each launch has a process of its own (the emulator), a worker that dies is a failure
 * of ours. A driver compiles and runs kernels in the worker itself: a kernel that writes where
 * it must not overwrites the driver's memory, and that dies, hangs or talks nonsense at any
 * later call. One worker serves one kernel. So whatever goes wrong in it from then on is what
 * the kernel did to it; what goes wrong before, or can go wrong with any kernel, is the
 * machine's. A driver that fails while it compiles is asked for the simplest kernel, too
 * (judge/device_probe.h). */
#ifndef WB_JUDGE_BLAME_H
#define WB_JUDGE_BLAME_H

#include "result/result.h"

/* How far the kernel has come in a worker. */
enum wb_kernel_stage {
  WB_KERNEL_COMPILED, /* the driver has read it: it compiled it, or died of that */
  WB_KERNEL_LAUNCHED, /* it may be running */
  WB_KERNEL_RAN       /* it has run, in this case or one before */
};

struct wb_blame {
  bool checks; /* the device does, with a process for each launch */
  enum wb_kernel_stage stage;
  /* As much memory as is needed now was there before, so that a lack of it is
   * no fault of the machine. */
  bool had_memory;
};

/* Whether `status` is what the kernel did to the device, which is of no more use then. */
bool wb_blame_is_kernels(const struct wb_blame *blame, enum wb_status status);

/* Likewise, and where it is sets or worsens the case's verdict, with `why`'s message. */
bool wb_blame_kernel(const struct wb_blame *blame, enum wb_status status,
                     const struct wb_error *why, struct wb_case_result *result);

#endif
