/* A device that is lent to one run after the other: closing it, which a run does at its
 * end, gives back what the run had made on it, and leaves the worker as it is. A driver
 * takes half a second to load its library of builtins, once for each worker. */
#ifndef WB_TESTS_LENT_DEVICE_H
#define WB_TESTS_LENT_DEVICE_H

#include "base/str.h"
#include "device/device.h"

enum { LENT_MAX = 256 }; /* buffers and programs of a run */

struct lent {
  struct wb_device_base base;
  struct wb_device *worker; /* stays its owner's */
  wb_handle buffers[LENT_MAX], programs[LENT_MAX];
  size_t n_buffers, n_programs;
};

static inline struct lent *lent_of(struct wb_device *device) {
  return (struct lent *)(void *)device;
}

static inline void lent_note(wb_handle *handles, size_t *count, wb_handle handle) {
  if (*count == LENT_MAX) wb_bug("a run makes more than %d things", (int)LENT_MAX);
  handles[(*count)++] = handle;
}

static inline void lent_forget(wb_handle *handles, size_t *count, wb_handle handle) {
  for (size_t i = 0; i < *count; i++)
    if (handles[i] == handle) handles[i--] = handles[--*count];
}

static inline void lent_close(struct wb_device *device) {
  struct lent *lent = lent_of(device);
  struct wb_error err;
  for (size_t i = 0; i < lent->n_buffers; i++)
    wb_buffer_release(lent->worker, lent->buffers[i], &err);
  for (size_t i = 0; i < lent->n_programs; i++)
    wb_program_release(lent->worker, lent->programs[i], &err);
  free(lent);
}

static inline enum wb_status lent_info(struct wb_device *device, struct wb_device_info *info,
                                       struct wb_error *err) {
  return wb_device_info(lent_of(device)->worker, info, err);
}

static inline enum wb_status lent_buffer_create(struct wb_device *device,
                                                const struct wb_buffer_desc *desc,
                                                wb_handle *buffer, struct wb_error *err) {
  struct lent *lent = lent_of(device);
  enum wb_status status = wb_buffer_create(lent->worker, desc, buffer, err);
  if (status == WB_OK) lent_note(lent->buffers, &lent->n_buffers, *buffer);
  return status;
}

static inline enum wb_status lent_buffer_release(struct wb_device *device, wb_handle buffer,
                                                 struct wb_error *err) {
  struct lent *lent = lent_of(device);
  lent_forget(lent->buffers, &lent->n_buffers, buffer);
  return wb_buffer_release(lent->worker, buffer, err);
}

static inline enum wb_status lent_buffer_write(struct wb_device *device, wb_handle buffer,
                                               size_t offset, const void *bytes, size_t length,
                                               struct wb_error *err) {
  return wb_buffer_write(lent_of(device)->worker, buffer, offset, bytes, length, err);
}

static inline enum wb_status lent_buffer_read(struct wb_device *device, wb_handle buffer,
                                              size_t offset, void *bytes, size_t length,
                                              struct wb_error *err) {
  return wb_buffer_read(lent_of(device)->worker, buffer, offset, bytes, length, err);
}

static inline enum wb_status lent_buffer_fill(struct wb_device *device, wb_handle buffer,
                                              size_t offset, size_t length, const void *pattern,
                                              size_t pattern_length, struct wb_error *err) {
  return wb_buffer_fill(lent_of(device)->worker, buffer, offset, length, pattern, pattern_length,
                        err);
}

static inline enum wb_status lent_buffer_copy(struct wb_device *device, wb_handle from,
                                              size_t from_offset, wb_handle to, size_t to_offset,
                                              size_t length, struct wb_error *err) {
  return wb_buffer_copy(lent_of(device)->worker, from, from_offset, to, to_offset, length, err);
}

static inline enum wb_status lent_buffer_state(struct wb_device *device, wb_handle buffer,
                                               struct wb_buffer_state *state,
                                               struct wb_error *err) {
  return wb_buffer_state(lent_of(device)->worker, buffer, state, err);
}

static inline enum wb_status lent_build(struct wb_device *device,
                                        const struct wb_build_request *request,
                                        struct wb_build_result *result, struct wb_error *err) {
  struct lent *lent = lent_of(device);
  enum wb_status status = wb_device_build(lent->worker, request, result, err);
  if (status == WB_OK) lent_note(lent->programs, &lent->n_programs, result->program);
  return status;
}

static inline enum wb_status lent_program_release(struct wb_device *device, wb_handle program,
                                                  struct wb_error *err) {
  struct lent *lent = lent_of(device);
  lent_forget(lent->programs, &lent->n_programs, program);
  return wb_program_release(lent->worker, program, err);
}

static inline enum wb_status lent_kernel_info(struct wb_device *device, wb_handle program,
                                              const char *kernel, struct wb_kernel_info *info,
                                              struct wb_error *err) {
  return wb_kernel_info(lent_of(device)->worker, program, kernel, info, err);
}

static inline enum wb_status lent_launch(struct wb_device *device, const struct wb_launch *launch,
                                         struct wb_outcome *outcome, struct wb_error *err) {
  return wb_device_launch(lent_of(device)->worker, launch, outcome, err);
}

static inline enum wb_status lent_finish(struct wb_device *device, const struct wb_outcome *last,
                                         struct wb_error *err) {
  return last != NULL ? wb_device_finish_launch(lent_of(device)->worker, last, err)
                      : wb_device_finish(lent_of(device)->worker, err);
}

static const struct wb_device_ops lent_ops = {.name = "lent",
                                              .close = lent_close,
                                              .info = lent_info,
                                              .buffer_create = lent_buffer_create,
                                              .buffer_release = lent_buffer_release,
                                              .buffer_write = lent_buffer_write,
                                              .buffer_read = lent_buffer_read,
                                              .buffer_fill = lent_buffer_fill,
                                              .buffer_copy = lent_buffer_copy,
                                              .buffer_state = lent_buffer_state,
                                              .build = lent_build,
                                              .program_release = lent_program_release,
                                              .kernel_info = lent_kernel_info,
                                              .launch = lent_launch,
                                              .finish = lent_finish};

/* For one run, which closes it; `worker` must outlive that. */
static inline struct wb_device *lend(struct wb_device *worker) {
  struct lent *lent = wb_alloc(sizeof *lent);
  memset(lent, 0, sizeof *lent);
  lent->base.ops = &lent_ops;
  lent->worker = worker;
  return (struct wb_device *)(void *)lent;
}

#endif
