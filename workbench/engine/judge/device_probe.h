/* Whether a device can compile the simplest of kernels.
 *
 * A driver that crashes on a kernel may have stumbled over its text, or may not work on this
 * machine at all. To find out another worker must be started, which the judge cannot do any
 * more once it has raised its walls; so a process that can is forked before, and waits to be
 * asked. It ends with the judge, and costs no more than a fork as long as nobody asks. */
#ifndef WB_JUDGE_DEVICE_PROBE_H
#define WB_JUDGE_DEVICE_PROBE_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/status.h"

struct wb_device_probe {
  pid_t process;   /* 0: there is none */
  int ask, answer; /* our ends of its pipes */
};

/* `device` as a person chose it. The calling process has one thread. */
enum wb_status wb_device_probe_prepare(struct wb_device_probe *probe, const char *device,
                                       struct wb_error *err);

/* Asks, and waits as long as a device may take to start and to compile; false where it does
 * not compile the kernel. True where nothing was prepared. Once only. */
bool wb_device_probe_works(struct wb_device_probe *probe);

/* Zeroed is fine. */
void wb_device_probe_release(struct wb_device_probe *probe);

#endif
