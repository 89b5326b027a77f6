/* The worker's end of device/protocol.h. */
#ifndef WB_DEVICE_SERVER_H
#define WB_DEVICE_SERVER_H

#include "device/worker.h"

/* Opens the device, greets, and answers requests on `socket` until the other end is closed or
 * sends something invalid. Returns an exit code. */
int wb_server_run(const struct wb_worker *worker, const char *selector, int socket, int staging_fd);

#endif
