/* How much of an argument counts. */
#include <stddef.h>

#include "device/device.h"

size_t wb_arg_bytes(const struct wb_arg *arg) {
  return arg->bytes > 0 ? arg->bytes : wb_dtype_size(arg->type);
}

size_t wb_arg_extent(const struct wb_arg *arg) {
  const size_t scalar =
      wb_arg_bytes(arg) < WB_SCALAR_ARG_MAX ? wb_arg_bytes(arg) : WB_SCALAR_ARG_MAX;
  const size_t value = arg->kind == WB_ARG_SCALAR   ? scalar
                       : arg->kind == WB_ARG_BUFFER ? sizeof arg->value.buffer
                                                    : sizeof arg->value.local_bytes;
  return offsetof(struct wb_arg, value) + value;
}
