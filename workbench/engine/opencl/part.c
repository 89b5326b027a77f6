/* Parts of buffers as kernels' arguments. */
#include "opencl/internal.h"

/* The same part twice is one memory: what is written through one is seen through the other. */
static cl_mem known_part(const struct wb_device *device, const struct wb_cl_buffer *buffer,
                         size_t offset, size_t bytes) {
  for (size_t i = 0; i < device->n_parts; i++) {
    const struct wb_cl_part *part = &device->parts[i];
    if (part->whole == buffer->whole && part->offset == offset && part->bytes == bytes)
      return part->memory;
  }
  return NULL;
}

static cl_int copy_part(struct wb_device *device, const struct wb_cl_part *part, bool back) {
  const size_t at = device->guard + part->offset;
  const cl_uint n_events = back ? 0 : device->n_part_events;
  cl_command_queue queue = device->part_queue != NULL ? device->part_queue : device->queue;
  return clEnqueueCopyBuffer(
      queue, back ? part->memory : part->whole, back ? part->whole : part->memory, back ? 0 : at,
      back ? at : 0, part->bytes, n_events, n_events > 0 ? device->part_events : NULL, NULL);
}

enum wb_status wb_cl_part_begin(struct wb_device *device, const struct wb_cl_buffer *buffer,
                                size_t offset, size_t bytes, cl_mem *memory, struct wb_error *err) {
  const cl_buffer_region region = {device->guard + offset, bytes};
  cl_int code = CL_SUCCESS;
  *memory = known_part(device, buffer, offset, bytes);
  if (*memory != NULL) return WB_OK;
  struct wb_cl_part *part = &device->parts[device->n_parts];
  *part = (struct wb_cl_part){.whole = buffer->whole, .offset = offset, .bytes = bytes};
  part->memory = clCreateSubBuffer(buffer->whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                   &region, &code);
  part->copied = code == CL_MISALIGNED_SUB_BUFFER_OFFSET;
  if (part->copied)
    part->memory = clCreateBuffer(device->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
  if (code != CL_SUCCESS) return wb_cl_fail(err, code, "clCreateSubBuffer");
  device->n_parts++;
  if (part->copied) code = copy_part(device, part, false);
  *memory = part->memory;
  return code == CL_SUCCESS ? WB_OK : wb_cl_fail(err, code, "clEnqueueCopyBuffer");
}

cl_int wb_cl_parts_return(struct wb_device *device, bool *any) {
  cl_int code = CL_SUCCESS;
  *any = false;
  for (size_t i = 0; i < device->n_parts && code == CL_SUCCESS; i++) {
    if (!device->parts[i].copied) continue;
    code = copy_part(device, &device->parts[i], true);
    *any = true;
  }
  return code;
}

void wb_cl_parts_end(struct wb_device *device) {
  for (size_t i = 0; i < device->n_parts; i++) clReleaseMemObject(device->parts[i].memory);
  device->n_parts = 0;
}
