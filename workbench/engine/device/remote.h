/* A device in a worker process: the client's side of device/protocol.h.
 *
 * Opening starts the worker; closing, a crash, a hang or a cancellation ends
 * it and everything that it started. The call that notices says how it ended:
 * WB_ERR_LIMIT (no answer in time), WB_ERR_CRASH, WB_ERR_PROTOCOL, WB_ERR_CANCELLED, or
 * WB_ERR_REFUSED (the worker's walls refused what it tried with a program). After that every call
 * fails with WB_ERR_CRASH; the caller opens a new device. Launches that were not finished by then
 * have the outcome TIME_LIMIT, CRASHED, SECURITY or CANCELLED; a launch is never left as DONE.
 *
 * The worker ends with the thread that opened it (PR_SET_PDEATHSIG), unless it outlives it. A
 * device may be handed from thread to thread, but is used by one at a time. */
#ifndef WB_DEVICE_REMOTE_H
#define WB_DEVICE_REMOTE_H

#include "device/device.h"

struct wb_remote_options {
  const char *worker;         /* path of the worker's executable */
  const char *selector;       /* which device it opens: "emulator", "opencl:0.1" */
  const char *const *folders; /* where included files lie; ends with NULL; NULL: nowhere */
  uint32_t start_limit_ms;    /* for the first answer; 0: a default */
  uint32_t call_limit_ms;     /* for any later one, beyond the limits that a request
                                 itself has; 0: a default */
  bool supervised;            /* it raises walls whose refusals are told to this process
                                 (sandbox/sandbox.h); what it is asked to build is a learner's */
  int cancel_fd;              /* readable: give up with WB_ERR_CANCELLED; -1: none */
  bool posts;                 /* what only makes, fills or releases buffers is sent without
                                 waiting for its reply: an error comes from a later call, and
                                 then from each */
  bool keeps_limits;          /* it ends launches at their limits by itself: one that goes on
                                 is making better code, or its machine is busy, and has as
                                 long as any other call */
  int host_memory;            /* a memfd that commands name; 0 or less: none */
  bool has_ring;              /* commands reach it through memory (command_ring.h), where it
                                 has host memory */
  bool outlives_thread;       /* the worker may go on after the thread that opens it: it ends
                                 when its socket is closed, or this process is gone */
  bool keeps_programs;        /* what it compiles may be kept, for other runs to read: only where
                                 programs are a person's own */
  bool forks;                 /* each client of the worker has a process of its own, forked from
                                 one that has had none: see wb_device_renew. Not with a supervised
                                 one, a ring or host memory */
  bool deferred;              /* return as soon as the worker is started; what goes
                                 wrong with its start then comes out of the first call */
};

enum wb_status wb_remote_open(const struct wb_remote_options *options, struct wb_device **device,
                              struct wb_error *err);

/* Whether the worker has said nothing yet: neither that it serves nor why it cannot, or by its end
 * that it never will. */
bool wb_remote_is_starting(struct wb_device *device);

/* From now on this descriptor cancels, as wb_remote_options.cancel_fd does: for
 * a device that was opened before it was known what for. */
void wb_remote_cancel_by(struct wb_device *device, int cancel_fd);

/* What the worker wrote to its stdout and stderr (capped, ESC stripped), for
 * the message of a judge error. Valid until the device is closed. */
const char *wb_remote_output(struct wb_device *device);

#endif
