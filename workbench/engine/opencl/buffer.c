#include <stdlib.h>
#include <string.h>

#include "base/large_pages.h"
#include "base/str.h"
#include "opencl/internal.h"

struct wb_cl_buffer *wb_cl_find_buffer(struct wb_device *device, wb_handle handle,
                                       struct wb_error *err) {
  if (handle == 0 || handle > device->n_buffers || device->buffers[handle - 1].whole == NULL) {
    wb_fail(err, WB_ERR_USAGE, "there is no buffer %u on this device", handle);
    return NULL;
  }
  return &device->buffers[handle - 1];
}

static void free_buffer(struct wb_cl_buffer *buffer) {
  if (buffer->data != NULL) clReleaseMemObject(buffer->data);
  if (buffer->whole != NULL) clReleaseMemObject(buffer->whole);
  memset(buffer, 0, sizeof *buffer);
}

void wb_cl_buffers_free(struct wb_device *device) {
  for (size_t i = 0; i < device->n_buffers; i++) free_buffer(&device->buffers[i]);
  free(device->buffers);
}

static wb_handle free_slot(struct wb_device *device) {
  size_t slot = 0;
  while (slot < device->n_buffers && device->buffers[slot].whole != NULL) slot++;
  if (slot == device->n_buffers) {
    device->buffers =
        wb_grow(device->buffers, &device->buffers_capacity, slot + 1, sizeof device->buffers[0]);
    memset(&device->buffers[slot], 0, sizeof device->buffers[slot]);
    device->n_buffers++;
  }
  return (wb_handle)(slot + 1);
}

static const cl_mem_flags access_flags[] = {
    [WB_BUFFER_READ_ONLY] = CL_MEM_READ_ONLY,
    [WB_BUFFER_WRITE_ONLY] = CL_MEM_WRITE_ONLY,
    [WB_BUFFER_READ_WRITE] = CL_MEM_READ_WRITE,
};

static enum wb_status poison_buffer(struct wb_device *device, const struct wb_cl_buffer *buffer,
                                    struct wb_error *err) {
  const unsigned char byte = WB_POISON_BYTE;
  cl_int code = clEnqueueFillBuffer(device->queue, buffer->whole, &byte, 1, 0,
                                    2 * device->guard + buffer->bytes, 0, NULL, NULL);
  device->unfinished = true;
  return code == CL_SUCCESS ? WB_OK : wb_cl_fail(err, code, "clEnqueueFillBuffer");
}

/* Once the driver has no more use for it. */
static void CL_CALLBACK free_pages(cl_mem whole, void *pages) {
  (void)whole;
  free(pages);
}

/* A CPU's memory is the host's, here in large pages: the first use of the driver's own, in small
 * ones, takes up to ten times as long as a kernel that goes over it. */
static cl_mem create_whole(const struct wb_device *device, size_t bytes, cl_int *code) {
  cl_device_type type = 0;
  if (bytes >= WB_LARGE_PAGE) clGetDeviceInfo(device->id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  void *pages =
      (type & CL_DEVICE_TYPE_CPU) != 0 ? wb_large_pages_alloc(bytes, WB_LARGE_PAGE) : NULL;
  const cl_mem_flags flags = CL_MEM_READ_WRITE | (pages != NULL ? CL_MEM_USE_HOST_PTR : 0);
  cl_mem whole = clCreateBuffer(device->context, flags, bytes, pages, code);
  if (pages == NULL) return whole;
  if (*code == CL_SUCCESS) *code = clSetMemObjectDestructorCallback(whole, free_pages, pages);
  if (*code == CL_SUCCESS) return whole;
  if (whole != NULL) clReleaseMemObject(whole);
  free(pages);
  return NULL;
}

/* An empty buffer still needs an address: its one byte is the guard's first. */
static enum wb_status allocate_buffer(struct wb_device *device, const struct wb_buffer_desc *desc,
                                      struct wb_cl_buffer *buffer, struct wb_error *err) {
  cl_int code = CL_SUCCESS;
  cl_buffer_region region = {device->guard, desc->bytes > 0 ? desc->bytes : 1};
  if (desc->bytes > SIZE_MAX - 2 * device->guard)
    return wb_fail(err, WB_ERR_NOMEM, "a buffer of %zu bytes is too large", desc->bytes);
  buffer->bytes = desc->bytes;
  buffer->whole = create_whole(device, 2 * device->guard + desc->bytes, &code);
  if (code != CL_SUCCESS) return wb_cl_fail(err, code, "clCreateBuffer");
  buffer->data = clCreateSubBuffer(buffer->whole, access_flags[desc->access],
                                   CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
  if (code != CL_SUCCESS) return wb_cl_fail(err, code, "clCreateSubBuffer");
  return poison_buffer(device, buffer, err);
}

enum wb_status wb_cl_buffer_create(struct wb_device *device, const struct wb_buffer_desc *desc,
                                   wb_handle *handle, struct wb_error *err) {
  wb_handle slot = free_slot(device);
  struct wb_cl_buffer *buffer = &device->buffers[slot - 1];
  enum wb_status status = allocate_buffer(device, desc, buffer, err);
  if (status == WB_OK)
    *handle = slot;
  else
    free_buffer(buffer);
  return status;
}

enum wb_status wb_cl_buffer_release(struct wb_device *device, wb_handle handle,
                                    struct wb_error *err) {
  struct wb_cl_buffer *buffer = wb_cl_find_buffer(device, handle, err);
  if (buffer == NULL) return WB_ERR_USAGE;
  free_buffer(buffer);
  return WB_OK;
}

struct wb_cl_buffer *wb_cl_find_range(struct wb_device *device, wb_handle handle, size_t offset,
                                      size_t length, struct wb_error *err) {
  struct wb_cl_buffer *buffer = wb_cl_find_buffer(device, handle, err);
  if (buffer == NULL) return NULL;
  if (offset <= buffer->bytes && length <= buffer->bytes - offset) return buffer;
  wb_fail(err, WB_ERR_USAGE, "bytes %zu to %zu are outside a buffer of %zu bytes", offset,
          offset + length, buffer->bytes);
  return NULL;
}

enum wb_status wb_cl_buffer_write(struct wb_device *device, wb_handle handle, size_t offset,
                                  const void *bytes, size_t length, struct wb_error *err) {
  struct wb_cl_buffer *buffer = wb_cl_find_range(device, handle, offset, length, err);
  if (buffer == NULL) return WB_ERR_USAGE;
  if (length == 0) return WB_OK;
  cl_int code = clEnqueueWriteBuffer(device->queue, buffer->whole, CL_TRUE, device->guard + offset,
                                     length, bytes, 0, NULL, NULL);
  return code == CL_SUCCESS ? WB_OK : wb_cl_fail(err, code, "clEnqueueWriteBuffer");
}

enum wb_status wb_cl_buffer_read(struct wb_device *device, wb_handle handle, size_t offset,
                                 void *bytes, size_t length, struct wb_error *err) {
  struct wb_cl_buffer *buffer = wb_cl_find_range(device, handle, offset, length, err);
  if (buffer == NULL) return WB_ERR_USAGE;
  if (length == 0) return WB_OK;
  cl_int code = clEnqueueReadBuffer(device->queue, buffer->whole, CL_TRUE, device->guard + offset,
                                    length, bytes, 0, NULL, NULL);
  return code == CL_SUCCESS ? WB_OK : wb_cl_fail(err, code, "clEnqueueReadBuffer");
}

bool wb_cl_can_fill(size_t offset, size_t length, size_t pattern_length) {
  bool power_of_two = (pattern_length & (pattern_length - 1)) == 0;
  return power_of_two && pattern_length <= 128 && offset % pattern_length == 0 &&
         length % pattern_length == 0;
}

enum wb_status wb_cl_buffer_fill(struct wb_device *device, wb_handle handle, size_t offset,
                                 size_t length, const void *pattern, size_t pattern_length,
                                 struct wb_error *err) {
  enum wb_status status = WB_OK;
  struct wb_cl_buffer *buffer = wb_cl_find_range(device, handle, offset, length, err);
  if (buffer == NULL) return WB_ERR_USAGE;
  if (pattern_length == 0) return wb_fail(err, WB_ERR_USAGE, "a fill needs a pattern");
  if (length == 0) return WB_OK;
  if (wb_cl_can_fill(device->guard + offset, length, pattern_length)) {
    cl_int code = clEnqueueFillBuffer(device->queue, buffer->whole, pattern, pattern_length,
                                      device->guard + offset, length, 0, NULL, NULL);
    device->unfinished = true;
    if (code != CL_SUCCESS) status = wb_cl_fail(err, code, "clEnqueueFillBuffer");
  } else {
    unsigned char *bytes = wb_alloc(length);
    for (size_t i = 0; i < length; i++)
      bytes[i] = ((const unsigned char *)pattern)[i % pattern_length];
    status = wb_cl_buffer_write(device, handle, offset, bytes, length, err);
    free(bytes);
  }
  return status;
}

enum wb_status wb_cl_buffer_copy(struct wb_device *device, wb_handle from, size_t from_offset,
                                 wb_handle to, size_t to_offset, size_t length,
                                 struct wb_error *err) {
  struct wb_cl_buffer *source = wb_cl_find_range(device, from, from_offset, length, err);
  struct wb_cl_buffer *target =
      source != NULL ? wb_cl_find_range(device, to, to_offset, length, err) : NULL;
  if (target == NULL) return WB_ERR_USAGE;
  if (length == 0) return WB_OK;
  cl_int code =
      clEnqueueCopyBuffer(device->queue, source->whole, target->whole, device->guard + from_offset,
                          device->guard + to_offset, length, 0, NULL, NULL);
  device->unfinished = true;
  return code == CL_SUCCESS ? WB_OK : wb_cl_fail(err, code, "clEnqueueCopyBuffer");
}

/* Reads one guard zone; the offset in it of the first byte that is not poison
 * any more, or `guard` where all are, through *broken. */
static enum wb_status check_guard(struct wb_device *device, const struct wb_cl_buffer *buffer,
                                  size_t start, unsigned char *bytes, size_t *broken,
                                  struct wb_error *err) {
  cl_int code = clEnqueueReadBuffer(device->queue, buffer->whole, CL_TRUE, start, device->guard,
                                    bytes, 0, NULL, NULL);
  if (code != CL_SUCCESS) return wb_cl_fail(err, code, "clEnqueueReadBuffer");
  *broken = 0;
  while (*broken < device->guard && bytes[*broken] == WB_POISON_BYTE) (*broken)++;
  return WB_OK;
}

enum wb_status wb_cl_buffer_state(struct wb_device *device, wb_handle handle,
                                  struct wb_buffer_state *state, struct wb_error *err) {
  struct wb_cl_buffer *buffer = wb_cl_find_buffer(device, handle, err);
  if (buffer == NULL) return WB_ERR_USAGE;
  unsigned char *bytes = wb_alloc(device->guard);
  size_t before = 0, after = 0;
  enum wb_status status = check_guard(device, buffer, 0, bytes, &before, err);
  if (status == WB_OK)
    status = check_guard(device, buffer, device->guard + buffer->bytes, bytes, &after, err);
  if (status == WB_OK) {
    memset(state, 0, sizeof *state);
    state->guards_intact = before == device->guard && after == device->guard;
    if (before < device->guard)
      state->first_broken = (int64_t)before - (int64_t)device->guard;
    else if (after < device->guard)
      state->first_broken = (int64_t)(buffer->bytes + after);
  }
  free(bytes);
  return status;
}
