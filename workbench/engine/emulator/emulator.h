/* The checking emulator as a device (device/device.h). */
#ifndef WB_EMULATOR_EMULATOR_H
#define WB_EMULATOR_EMULATOR_H

#include "device/device.h"

/* `selector` is "emulator". Kernels run in forked children of this process. */
enum wb_status wb_emulator_open(const char *selector, struct wb_device **device,
                                struct wb_error *err);
size_t wb_emulator_list(struct wb_device_info *infos, size_t max);
void wb_emulator_version(char *buffer, size_t size);

/* As struct wb_worker has them: the compiler is started once, too, and forked for each process. */
enum wb_status wb_emulator_prepare_forks(struct wb_device *device, char *const *included,
                                         struct wb_error *err);
enum wb_status wb_emulator_forked(struct wb_device *device, struct wb_error *err);

/* Raises the walls of the role "emulator" (sandbox/sandbox.h) around this process, which
 * is the worker: it reads files, writes in the cache's folder, and runs the compiler and
 * clang alone. `folder` and `included` are not needed. */
enum wb_status wb_emulator_enclose(const char *folder, char *const *included, bool keeps,
                                   struct wb_error *err);

#endif
