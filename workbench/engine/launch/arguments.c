#include "launch/arguments.h"

#include <string.h>

static struct wb_arg *add_argument(struct wb_arguments *arguments, enum wb_arg_kind kind,
                                   const char *name, struct wb_dtype type) {
  if (arguments->count == WB_MAX_ARGS) wb_bug("more than %d arguments", (int)WB_MAX_ARGS);
  arguments->bytes[arguments->count] = 0;
  struct wb_arg *arg = &arguments->items[arguments->count++];
  *arg = (struct wb_arg){.kind = kind, .name = name, .type = type};
  return arg;
}

enum wb_status wb_arguments_fill(const struct wb_arguments *arguments, size_t i,
                                 const struct wb_content *content, struct wb_error *err) {
  struct wb_device *device = arguments->device;
  const wb_handle buffer = wb_arguments_buffer(arguments, i);
  const size_t bytes = arguments->bytes[i];
  const unsigned char zero = 0;
  switch (content->kind) {
    case WB_CONTENT_ZEROS:
      return wb_buffer_fill(device, buffer, 0, bytes, &zero, 1, err);
    case WB_CONTENT_BYTES:
      return wb_buffer_write(device, buffer, 0, content->bytes, bytes, err);
    case WB_CONTENT_UNWRITTEN:
      break;
  }
  return WB_OK;
}

enum wb_status wb_arguments_add_buffer(struct wb_arguments *arguments,
                                       const struct wb_buffer_desc *desc, struct wb_error *err) {
  wb_handle buffer = 0;
  enum wb_status status = wb_buffer_create(arguments->device, desc, &buffer, err);
  if (status != WB_OK) return status;
  struct wb_arg *arg = add_argument(arguments, WB_ARG_BUFFER, desc->name, desc->type);
  arguments->bytes[arguments->count - 1] = desc->bytes;
  arg->value.buffer = buffer;
  return WB_OK;
}

void wb_arguments_add_null(struct wb_arguments *arguments, const char *name, struct wb_dtype type) {
  add_argument(arguments, WB_ARG_BUFFER, name, type);
}

void wb_arguments_add_local(struct wb_arguments *arguments, const char *name, struct wb_dtype type,
                            size_t bytes) {
  add_argument(arguments, WB_ARG_LOCAL, name, type)->value.local_bytes = bytes;
}

void wb_arguments_add_scalar(struct wb_arguments *arguments, const char *name, struct wb_dtype type,
                             size_t bytes, const void *value) {
  struct wb_arg *arg = add_argument(arguments, WB_ARG_SCALAR, name, type);
  arg->bytes = bytes;
  memcpy(arg->value.scalar, value, bytes > 0 ? bytes : wb_dtype_size(type));
}

struct wb_arg *wb_arguments_last(struct wb_arguments *arguments) {
  return &arguments->items[arguments->count - 1];
}

wb_handle wb_arguments_buffer(const struct wb_arguments *arguments, size_t i) {
  const struct wb_arg *arg = &arguments->items[i];
  return i < arguments->count && arg->kind == WB_ARG_BUFFER ? arg->value.buffer : 0;
}

enum wb_status wb_arguments_read(const struct wb_arguments *arguments, size_t i,
                                 struct wb_tensor *content, struct wb_error *err) {
  return wb_buffer_read(arguments->device, wb_arguments_buffer(arguments, i), 0, content->data,
                        wb_tensor_bytes(content), err);
}

enum wb_status wb_arguments_release(struct wb_arguments *arguments, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < arguments->count && status == WB_OK; i++) {
    const wb_handle buffer = wb_arguments_buffer(arguments, i);
    if (buffer != 0) status = wb_buffer_release(arguments->device, buffer, err);
  }
  arguments->count = 0;
  return status;
}
