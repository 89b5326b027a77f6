/* The memory of a launch, set up in its child process: buffers at their
 * regions' addresses, local, constant and private objects, race histories. */
#ifndef WB_EMULATOR_RUN_MEMORY_H
#define WB_EMULATOR_RUN_MEMORY_H

#include "emulator/run/run.h"

/* Limits on one launch, which wb_device_info reports. */
enum { WB_LOCAL_MEMORY_BYTES = 64 * 1024, WB_MAX_GROUP_ITEMS = 1024 };
/* Private memory of a work-item: the most that any GPU offers. */
enum { WB_PRIVATE_MEMORY_BYTES = 512 * 1024 };

/* Buffers by argument; NULL where the argument is none or is null. */
struct wb_bound_buffers {
  struct wb_emulator_buffer *of[WB_MAX_ARGS];
};

/* Fills run->context->objects, run->args and what belongs to them. Run in the
 * child, once for a launch. WB_ERR_NOMEM where something does not fit. `slots` is how many
 * work-items need private storage at a time. */
enum wb_status wb_memory_init(struct wbrt_run *run, const struct wb_bound_buffers *buffers,
                              uint64_t slots, struct wb_error *err);

/* Unmaps what the launch has mapped (maps.h), and the buffers at their objects' addresses, but for
 * copies: another launch of the process can begin. */
void wb_memory_release(struct wbrt_run *run);

/* Bytes of private memory that all work-items of a group need. */
uint64_t wb_memory_private_bytes(const struct wb_kernel_image *image, uint64_t slots);

/* Whether the launch's limit has room for the private memory of so many work-items, and for the
 * frames of the compiled code: the frames alone, since what stacks have beyond them does not depend
 * on the code. */
bool wb_memory_privates_fit(const struct wbrt_run *run, uint64_t slots);
bool wb_memory_frames_fit(const struct wbrt_run *run, uint64_t slots);

/* The groups from position `first` to before `end` are about to run: maps the part of the
 * buffers that they most likely touch, which costs far less at once than page by page. The
 * buffers must have contents, as those of a launch do. */
void wb_memory_expect(struct wbrt_run *run, uint64_t first, uint64_t end);

/* The launch is over: buffers learn what of them it has written. Where it ran in
 * slices, wb_parallel_run has told them. */
void wb_memory_end(struct wbrt_run *run);

/* Buffers of which the objects are copies (maps.h) become what the kernel has made of those: also
 * where the launch ends in the midst of its kernel. */
void wb_memory_copy_back(const struct wbrt_run *run);

/* Local memory is nobody's again. */
void wb_memory_begin_group(struct wbrt_run *run);

/* Private objects become those of the work-item in `slot`. */
static inline void wb_memory_use_privates(struct wbrt_run *run, uint64_t slot) {
  for (size_t i = 0; i < run->n_privates; i++) {
    const struct wb_private_object *private = &run->privates[i];
    struct wbrt_object *object = &run->context->objects[private->object];
    object->base = private->first_base + slot * private->stride;
    object->state = private->first_state + slot * private->stride;
  }
}

#endif
