/* The checking emulator as a device (device/device.h). */
#ifndef WB_EMULATOR_EMULATOR_H
#define WB_EMULATOR_EMULATOR_H

#include "device/device.h"

/* `selector` is "emulator". Kernels run in forked children of this process. */
enum wb_status wb_emulator_open(const char *selector, struct wb_device **device,
                                struct wb_error *err);
size_t wb_emulator_list(struct wb_device_info *infos, size_t max);
void wb_emulator_version(char *buffer, size_t size);

#endif
