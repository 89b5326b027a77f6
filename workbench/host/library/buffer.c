/* Buffers, and the commands that move their bytes. */
#include <stdio.h>
#include <string.h>

#include "library/interrupt.h"
#include "library/object.h"

/* ---- what is asked for ------------------------------------------------------------------------
 */

static workbench_status take_type(const char *call, const workbench_buffer_options *from,
                                  struct wb_host_buffer_options *options) {
  enum { LARGEST_ELEMENT = 1 << 20 };
  options->element_bytes = from->element_bytes;
  options->type = (struct wb_dtype){WB_UCHAR, 1};
  if (from->type == NULL) {
    if (from->element_bytes > 0 && from->element_bytes <= LARGEST_ELEMENT) return WORKBENCH_OK;
    return wb_api_refuse(call,
                         "say what the elements are: a type (\"float\"), or element_bytes of a "
                         "struct, from 1 to %d",
                         LARGEST_ELEMENT);
  }
  if (from->element_bytes > 0)
    return wb_api_refuse(call, "elements have a type or element_bytes, not both");
  if (wb_dtype_parse(from->type, &options->type) && options->type.scalar != WB_BOOL)
    return WORKBENCH_OK;
  const char *near = wb_dtype_near(from->type);
  return wb_api_refuse(call, "there is no type \"%.40s\"; %s%s%s", from->type,
                       near != NULL ? "did you mean \"" : "types are OpenCL C's, as \"float\"",
                       near != NULL ? near : "", near != NULL ? "\"?" : "");
}

static workbench_status take_buffer_options(const char *call, const workbench_buffer_options *from,
                                            struct wb_host_buffer_options *options,
                                            workbench_buffer_options *given) {
  static const enum wb_buffer_access accesses[] = {[WORKBENCH_READ_WRITE] = WB_BUFFER_READ_WRITE,
                                                   [WORKBENCH_READ] = WB_BUFFER_READ_ONLY,
                                                   [WORKBENCH_WRITE] = WB_BUFFER_WRITE_ONLY};
  if (from == NULL) return wb_api_refuse(call, "the options are NULL: they say type and count");
  workbench_status status = wb_api_take(call, from, given, sizeof *given);
  if (status != WORKBENCH_OK) return status;
  if ((unsigned)given->side > WORKBENCH_HOST || (unsigned)given->access > WORKBENCH_WRITE)
    return wb_api_refuse(call, "there is no side %d with access %d", (int)given->side,
                         (int)given->access);
  *options = (struct wb_host_buffer_options){
      .count = given->count,
      .side = given->side == WORKBENCH_HOST ? WB_HOST_SIDE : WB_DEVICE_SIDE,
      .access = accesses[given->access],
      .name = given->name};
  return take_type(call, given, options);
}

static struct workbench_buffer *add_buffer(struct workbench_context *context,
                                           struct wb_host_buffer *handle) {
  struct workbench_buffer *buffer =
      wb_api_object_new(context->object.host, WB_OBJECT_BUFFER, sizeof *buffer);
  buffer->handle = handle;
  buffer->context = context;
  return buffer;
}

/* ---- buffers ----------------------------------------------------------------------------------
 */

workbench_status workbench_buffer_new_at(workbench_context *context,
                                         const workbench_buffer_options *options,
                                         workbench_buffer **out, const char *file, int line) {
  struct wb_host_buffer_options how;
  workbench_buffer_options given;
  struct wb_host_buffer *handle = NULL;
  struct wb_error err = {.status = WB_OK};
  if (out == NULL) return wb_api_refuse(__func__, "there is no place for the buffer: it is NULL");
  *out = NULL;
  workbench_status checked = wb_api_object_check(__func__, context, WB_OBJECT_CONTEXT);
  if (checked == WORKBENCH_OK) checked = take_buffer_options(__func__, options, &how, &given);
  if (checked != WORKBENCH_OK) return checked;
  wb_api_object_enter(context, file, line);
  const enum wb_status status = wb_host_buffer_new(context->handle, &how, &handle, &err);
  if (status == WB_OK) *out = add_buffer(context, handle);
  return wb_api_end(status, &err);
}

workbench_status workbench_buffer_part_at(workbench_buffer *owner, uint64_t offset,
                                          const workbench_buffer_options *options,
                                          workbench_buffer **out, const char *file, int line) {
  struct wb_host_buffer_options how;
  workbench_buffer_options given;
  struct wb_host_buffer *handle = NULL;
  struct wb_error err = {.status = WB_OK};
  if (out == NULL) return wb_api_refuse(__func__, "there is no place for the part: it is NULL");
  *out = NULL;
  workbench_status checked = wb_api_object_check(__func__, owner, WB_OBJECT_BUFFER);
  if (checked == WORKBENCH_OK) checked = take_buffer_options(__func__, options, &how, &given);
  if (checked != WORKBENCH_OK) return checked;
  wb_api_object_enter(owner, file, line);
  const enum wb_status status = wb_host_buffer_part(owner->handle, offset, &how, &handle, &err);
  if (status == WB_OK) *out = add_buffer(owner->context, handle);
  return wb_api_end(status, &err);
}

/* A call with a buffer and nothing else. */
static workbench_status call_buffer(const char *call, workbench_buffer *buffer, const char *file,
                                    int line,
                                    enum wb_status (*step)(struct wb_host_buffer *buffer,
                                                           struct wb_error *err)) {
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = wb_api_object_check(call, buffer, WB_OBJECT_BUFFER);
  if (checked != WORKBENCH_OK) return checked;
  wb_api_object_enter(buffer, file, line);
  return wb_api_end(step(buffer->handle, &err), &err);
}

/* The runtime's handle stays: it knows what comes after its release, and where that was. */
workbench_status workbench_buffer_release_at(workbench_buffer *buffer, const char *file, int line) {
  struct wb_host_buffer_info info;
  if (wb_api_object_check(__func__, buffer, WB_OBJECT_BUFFER) == WORKBENCH_OK) {
    wb_host_buffer_info(buffer->handle, &info);
    if (info.is_mapping)
      return wb_api_refuse(__func__, "this is a mapping: workbench_unmap ends and releases it");
  }
  return call_buffer(__func__, buffer, file, line, wb_host_buffer_release);
}

/* The runtime's handle goes, too, and its memory once no command holds it. */
workbench_status workbench_buffer_drop(workbench_buffer *buffer) {
  workbench_status checked = wb_api_object_check(__func__, buffer, WB_OBJECT_BUFFER);
  if (checked != WORKBENCH_OK) return checked;
  wb_host_buffer_drop(buffer->handle);
  wb_api_object_free(&buffer->object);
  return WORKBENCH_OK;
}

workbench_status workbench_unmap_at(workbench_buffer *mapping, const char *file, int line) {
  return call_buffer(__func__, mapping, file, line, wb_host_unmap);
}

uint64_t workbench_buffer_bytes(workbench_buffer *buffer) {
  struct wb_host_buffer_info info;
  if (wb_api_object_check(__func__, buffer, WB_OBJECT_BUFFER) != WORKBENCH_OK) return 0;
  wb_host_buffer_info(buffer->handle, &info);
  return info.bytes;
}

workbench_status workbench_elements_at(workbench_buffer *buffer, workbench_access access,
                                       uint64_t first, uint64_t count, void **elements,
                                       const char *file, int line) {
  struct wb_error err = {.status = WB_OK};
  enum wb_status status = WB_OK;
  if (elements == NULL)
    return wb_api_refuse(__func__, "there is no place for the address: it is NULL");
  *elements = NULL;
  workbench_status checked = wb_api_object_check(__func__, buffer, WB_OBJECT_BUFFER);
  if (checked != WORKBENCH_OK) return checked;
  if ((unsigned)access > WORKBENCH_WRITE)
    return wb_api_refuse(__func__, "there is no access %d", (int)access);
  wb_api_object_enter(buffer, file, line);
  if (access != WORKBENCH_WRITE)
    status = wb_host_buffer_touch(buffer->handle, first, count, WB_ACCESS_READ, elements, &err);
  if (status == WB_OK && access != WORKBENCH_READ)
    status = wb_host_buffer_touch(buffer->handle, first, count, WB_ACCESS_WRITE, elements, &err);
  if (status != WB_OK) *elements = NULL;
  return wb_api_end(status, &err);
}

/* ---- commands ---------------------------------------------------------------------------------
 */

/* What all commands with a buffer begin with. */
static workbench_status enter_command(const char *call, workbench_queue *queue,
                                      workbench_buffer *buffer, const char *file, int line) {
  workbench_status checked = wb_api_object_check(call, queue, WB_OBJECT_QUEUE);
  if (checked == WORKBENCH_OK)
    checked = wb_api_object_check_same(call, buffer, WB_OBJECT_BUFFER, queue);
  if (checked == WORKBENCH_OK) wb_api_object_enter(queue, file, line);
  return checked;
}

workbench_status workbench_copy_at(workbench_queue *queue, workbench_buffer *to,
                                   workbench_buffer *from, const char *file, int line) {
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = enter_command(__func__, queue, to, file, line);
  if (checked == WORKBENCH_OK)
    checked = wb_api_object_check_same(__func__, from, WB_OBJECT_BUFFER, queue);
  if (checked != WORKBENCH_OK) return checked;
  return wb_api_end(wb_host_copy(queue->handle, to->handle, from->handle, &err), &err);
}

static workbench_status check_bytes(const char *call, const void *bytes, uint64_t length) {
  if (bytes != NULL || length == 0) return WORKBENCH_OK;
  return wb_api_refuse(call, "there are no bytes: they are NULL");
}

workbench_status workbench_write_at(workbench_queue *queue, workbench_buffer *to, const void *bytes,
                                    uint64_t length, const char *file, int line) {
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = enter_command(__func__, queue, to, file, line);
  if (checked == WORKBENCH_OK) checked = check_bytes(__func__, bytes, length);
  if (checked != WORKBENCH_OK || (length == 0 && bytes == NULL)) return checked;
  return wb_api_end(wb_host_write(queue->handle, to->handle, bytes, length, &err), &err);
}

workbench_status workbench_read_at(workbench_queue *queue, workbench_buffer *from, void *bytes,
                                   uint64_t length, const char *file, int line) {
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = enter_command(__func__, queue, from, file, line);
  if (checked == WORKBENCH_OK) checked = check_bytes(__func__, bytes, length);
  if (checked != WORKBENCH_OK || (length == 0 && bytes == NULL)) return checked;
  wb_api_interrupt_begin(queue->object.host, NULL);
  const enum wb_status status = wb_host_read(queue->handle, from->handle, bytes, length, &err);
  return wb_api_end(wb_api_interrupt_end(queue->object.host, NULL, status, &err), &err);
}

workbench_status workbench_fill_at(workbench_queue *queue, workbench_buffer *buffer,
                                   const void *pattern, size_t length, const char *file, int line) {
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = enter_command(__func__, queue, buffer, file, line);
  if (checked == WORKBENCH_OK) checked = check_bytes(__func__, pattern, length);
  if (checked != WORKBENCH_OK) return checked;
  return wb_api_end(wb_host_fill(queue->handle, buffer->handle, pattern, length, &err), &err);
}

workbench_status workbench_map_at(workbench_queue *queue, workbench_buffer *buffer,
                                  workbench_access access, workbench_buffer **out, const char *file,
                                  int line) {
  struct wb_host_buffer *handle = NULL;
  struct wb_error err = {.status = WB_OK};
  if (out == NULL) return wb_api_refuse(__func__, "there is no place for the mapping: it is NULL");
  *out = NULL;
  workbench_status checked = enter_command(__func__, queue, buffer, file, line);
  if (checked != WORKBENCH_OK) return checked;
  if ((unsigned)access > WORKBENCH_WRITE)
    return wb_api_refuse(__func__, "there is no access %d", (int)access);
  wb_api_interrupt_begin(queue->object.host, NULL);
  enum wb_status status =
      wb_host_map(queue->handle, buffer->handle, access == WORKBENCH_READ, &handle, &err);
  status = wb_api_interrupt_end(queue->object.host, NULL, status, &err);
  if (status == WB_OK) *out = add_buffer(buffer->context, handle);
  return wb_api_end(status, &err);
}
