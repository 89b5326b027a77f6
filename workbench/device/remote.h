/* A device in a worker process: the client's side of device/protocol.h.
 *
 * Opening starts the worker; closing, a crash, a hang or a cancellation ends
 * it and everything that it started. After the worker has died every call
 * fails with WB_ERR_CRASH; the caller opens a new device. */
#ifndef WB_DEVICE_REMOTE_H
#define WB_DEVICE_REMOTE_H

#include "device/device.h"

struct wb_remote_options {
  const char *worker;      /* path of the worker's executable */
  const char *selector;    /* which device it opens: "emulator", "opencl:0.1" */
  uint32_t start_limit_ms; /* for the first answer; 0: a default */
  int cancel_fd;           /* readable: give up with WB_ERR_CANCELLED; -1: none */
};

enum wb_status wb_remote_open(const struct wb_remote_options *options, struct wb_device **device,
                              struct wb_error *err);

/* What the worker wrote to its stdout and stderr (capped, ESC stripped), for
 * the message of a judge error. Valid until the device is closed. */
const char *wb_remote_output(struct wb_device *device);

#endif
