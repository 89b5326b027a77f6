/* What the files behind wb_emulator_open share. */
#ifndef WB_EMULATOR_EMULATOR_PRIVATE_H
#define WB_EMULATOR_EMULATOR_PRIVATE_H

#include "device/registry.h"
#include "emulator/buffer.h"
#include "emulator/spare.h"
#include "emulator/run/launch.h"

/* A program, and how long its launches took. */
struct wb_built {
  struct wb_program *program;
  uint64_t ns;         /* all of them, without their processes */
  uint64_t work;       /* theirs, as wb_launch_process_work has it */
  uint64_t process_ns; /* of a process alone: what the quickest took; 0: there was none */
};

enum { WB_MOST_RUNNING = 8 };

/* Handles are indices + 1; freed ones are used again. */
struct wb_device {
  struct wb_device_base base;
  struct wb_compiler *compiler;
  struct wb_emulator_buffer **buffers;
  size_t n_buffers, buffers_capacity;
  struct wb_spares spares;
  struct wb_built *programs;
  size_t n_programs, programs_capacity;
  struct wb_walls walls; /* of launches */
  uint64_t handled;      /* signals: run/signals.h */
  /* Launches run beside each other where they share no buffer, on a processor each. They are waited
   * for in their order. The last process may still take more launches, which have one program, and
   * has not started then. Since the last finish: */
  struct wb_launch_process *running[WB_MOST_RUNNING];
  size_t n_running, processors;
  enum wb_status failed; /* a launch, of this machine's fault */
  struct wb_error failure;
  bool has_stopped;             /* one that came to an end of another kind than WB_OUTCOME_DONE */
  const struct wb_parts *parts; /* of the launch that is under way; NULL: it has none */
  bool is_fork;                 /* its process ends with it, and the memory with that */
  char *own_include;            /* the folder of the workbench's own headers, or NULL */
};

/* NULL: there is none. */
static inline struct wb_emulator_buffer *wb_emulator_buffer_of(struct wb_device *device,
                                                               wb_handle handle) {
  return handle > 0 && handle <= device->n_buffers ? device->buffers[handle - 1] : NULL;
}

static inline struct wb_program *wb_emulator_program_of(struct wb_device *device,
                                                        wb_handle handle) {
  return handle > 0 && handle <= device->n_programs ? device->programs[handle - 1].program : NULL;
}

static inline enum wb_status wb_emulator_no_such(struct wb_error *err, const char *what,
                                                 wb_handle handle) {
  return wb_fail(err, WB_ERR_NOT_FOUND, "there is no %s %u", what, handle);
}

#endif
