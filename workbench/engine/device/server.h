/* The worker's end of device/protocol.h. */
#ifndef WB_DEVICE_SERVER_H
#define WB_DEVICE_SERVER_H

#include "device/worker.h"

/* Opens the device, greets, and answers requests on `socket` until the other end is closed or
 * sends something invalid. Returns an exit code. */
int wb_server_run(const struct wb_worker *worker, const char *selector, int socket, int staging_fd);

/* Opens the device, and answers likewise in processes of their own (base/fork_server.h), to each of
 * which whoever has the other end of `control` gives a socket and a staging area. For workers that
 * can be forked. `included` as worker.h has it. Returns an exit code, in each of the processes. */
int wb_server_run_forks(const struct wb_worker *worker, const char *selector, char *const *included,
                        int control);

#endif
