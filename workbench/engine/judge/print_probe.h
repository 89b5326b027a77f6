/* Whether a device tells what kernels print.
 *
 * Drivers write it where they like, and some drop it. So a driver is made to print before a puzzle
 * that judges printed lines is judged on it. */
#ifndef WB_JUDGE_PRINT_PROBE_H
#define WB_JUDGE_PRINT_PROBE_H

#include "device/device.h"

/* WB_ERR_MISSING where it does not tell what the two work-items of a kernel of ours print; other
 * errors are the device's. */
enum wb_status wb_print_probe(struct wb_device *device, const struct wb_device_info *info,
                              struct wb_error *err);

#endif
