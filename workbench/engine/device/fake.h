/* A device for tests: kernels are C functions, and any step can fail.
 *
 * A step is one call through wb_device_ops, counted from 1. Buffers lie between
 * real guard zones, so that a kernel that strays is noticed; who wrote what is
 * not known. A source that contains "#error" does not compile. */
#ifndef WB_DEVICE_FAKE_H
#define WB_DEVICE_FAKE_H

#include "device/device.h"

enum wb_fake_fault {
  WB_FAKE_NONE,
  WB_FAKE_NOMEM,   /* the step returns WB_ERR_NOMEM */
  WB_FAKE_IO,      /* WB_ERR_IO */
  WB_FAKE_CRASH,   /* in a launch: WB_OUTCOME_CRASHED; in a worker: abort() */
  WB_FAKE_HANG,    /* in a launch: WB_OUTCOME_TIME_LIMIT; in a worker: sleeps */
  WB_FAKE_CORRUPT, /* a guard zone of every buffer is overwritten */
  WB_FAKE_FINDING  /* the next launch reports an out-of-bounds finding */
};

/* A kernel: called once a work-item with the buffers' and scalars' addresses. */
typedef void (*wb_fake_kernel)(const uint64_t global_id[3], void *const *args);

struct wb_fake_entry {
  const char *name;
  wb_fake_kernel run;
  const struct wb_kernel_info *info; /* its parameters */
};

struct wb_fake_options {
  const struct wb_fake_entry *kernels; /* found by the launch's kernel name */
  size_t n_kernels;
  enum wb_fake_fault fault;
  unsigned fault_step;
  bool real_faults;  /* in a worker: CRASH aborts and HANG sleeps for ever */
  bool checks;       /* what info says; the fake has counters (items) only */
  bool keeps_inputs; /* what info says */
};

enum wb_status wb_fake_open(const struct wb_fake_options *options, struct wb_device **device,
                            struct wb_error *err);
unsigned wb_fake_steps(const struct wb_device *device); /* carried out so far */

#endif
