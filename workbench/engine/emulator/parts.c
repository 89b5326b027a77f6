#include "emulator/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emulator/runtime.h"

static bool is_copied(const struct wb_arg *arg) {
  return arg->kind == WB_ARG_BUFFER && arg->value.buffer != 0 && arg->buffer_bytes > 0 &&
         arg->buffer_offset % WBRT_OBJECT_ALIGN != 0;
}

static enum wb_status make_part(const struct wb_arg *arg, struct wb_emulator_buffer *whole,
                                struct wb_emulator_buffer **part, struct wb_error *err) {
  const struct wb_buffer_desc desc = {
      .name = arg->name, .type = whole->type, .bytes = arg->buffer_bytes, .access = whole->access};
  enum wb_status status = wb_emulator_buffer_new(&desc, part, err);
  if (status == WB_OK && !whole->fresh)
    wb_emulator_buffer_copy(whole, arg->buffer_offset, *part, 0, arg->buffer_bytes);
  return status;
}

/* The first argument that sees the same bytes. */
static size_t same_part(const struct wb_launch *launch, size_t index) {
  const struct wb_arg *arg = &launch->args[index];
  size_t i = 0;
  while (i < index && (launch->args[i].kind != WB_ARG_BUFFER ||
                       launch->args[i].value.buffer != arg->value.buffer ||
                       launch->args[i].buffer_offset != arg->buffer_offset ||
                       launch->args[i].buffer_bytes != arg->buffer_bytes))
    i++;
  return i;
}

/* A copy does not show what is written to others that overlap with it; what a kernel does that
 * writes one of them is undefined (OpenCL 3.0, section 5.2.2). Those in place race. */
static bool parts_clash(const struct wb_device *device, const struct wb_launch_job *job, size_t a,
                        size_t b) {
  const struct wb_arg *x = &job->launch->args[a], *y = &job->launch->args[b];
  if (x->kind != WB_ARG_BUFFER || y->kind != WB_ARG_BUFFER || x->value.buffer == 0 ||
      x->value.buffer != y->value.buffer ||
      same_part(job->launch, b) == same_part(job->launch, a) || (!is_copied(x) && !is_copied(y)))
    return false;
  const uint64_t whole = device->buffers[x->value.buffer - 1]->bytes;
  const uint64_t x_end = x->buffer_offset + (x->buffer_bytes > 0 ? x->buffer_bytes : whole);
  const uint64_t y_end = y->buffer_offset + (y->buffer_bytes > 0 ? y->buffer_bytes : whole);
  const bool written = ((job->image->never_written >> a & job->image->never_written >> b) & 1) == 0;
  return written && x->buffer_offset < y_end && y->buffer_offset < x_end;
}

enum wb_status wb_parts_check(const struct wb_device *device, const struct wb_launch_job *job,
                              struct wb_error *err) {
  for (size_t b = 0; b < job->launch->n_args; b++)
    for (size_t a = 0; a < b; a++)
      if (parts_clash(device, job, a, b))
        return wb_fail(err, WB_ERR_USAGE,
                       "arguments %zu and %zu of %s are parts of one buffer that overlap, and the "
                       "kernel writes: what it then does is undefined",
                       a + 1, b + 1, job->launch->kernel);
  return WB_OK;
}

enum wb_status wb_parts_make(struct wb_device *device, struct wb_launch_job *job,
                             struct wb_parts *parts, struct wb_error *err) {
  const struct wb_launch *launch = job->launch;
  enum wb_status status = WB_OK;
  parts->launch = *launch;
  memcpy(parts->args, launch->args, launch->n_args * sizeof *launch->args);
  parts->launch.args = parts->args;
  parts->buffers = wb_alloc((device->n_buffers + WB_MAX_ARGS) * sizeof *parts->buffers);
  memcpy(parts->buffers, device->buffers, device->n_buffers * sizeof *parts->buffers);
  parts->n_buffers = device->n_buffers;
  for (size_t i = 0; i < launch->n_args && i < WB_MAX_ARGS && status == WB_OK; i++) {
    if (!is_copied(&launch->args[i])) continue;
    parts->args[i].buffer_offset = parts->args[i].buffer_bytes = 0;
    const size_t twin = same_part(launch, i);
    if (twin < i) {
      job->bound.of[i] = parts->of[twin];
      continue;
    }
    status = make_part(&launch->args[i], job->bound.of[i], &parts->of[i], err);
    if (status != WB_OK) break;
    job->bound.of[i] = parts->buffers[parts->n_buffers++] = parts->of[i];
  }
  job->launch = &parts->launch;
  return status;
}

void wb_parts_return(struct wb_device *device, const struct wb_launch *launch,
                     struct wb_parts *parts) {
  for (size_t i = 0; i < launch->n_args && i < WB_MAX_ARGS; i++) {
    struct wb_emulator_buffer *part = parts->of[i];
    const struct wb_arg *arg = &launch->args[i];
    if (part == NULL) continue;
    if (!part->fresh && part->access != WB_BUFFER_READ_ONLY)
      wb_emulator_buffer_copy(part, 0, wb_emulator_buffer_of(device, arg->value.buffer),
                              arg->buffer_offset, arg->buffer_bytes);
    wb_emulator_buffer_free(part);
  }
  free(parts->buffers);
}

void wb_parts_move_touched(const struct wb_launch *launch, struct wb_outcome *outcome) {
  for (size_t i = 0; i < outcome->n_touched; i++) {
    struct wb_touched *touched = &outcome->touched[i];
    if (touched->arg >= launch->n_args || !is_copied(&launch->args[touched->arg])) continue;
    touched->start += launch->args[touched->arg].buffer_offset;
    touched->end += launch->args[touched->arg].buffer_offset;
  }
}

bool wb_parts_are_copied(const struct wb_launch *launch) {
  bool found = false;
  for (size_t i = 0; i < launch->n_args && !found; i++) found = is_copied(&launch->args[i]);
  return found;
}
