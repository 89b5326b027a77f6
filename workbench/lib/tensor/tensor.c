#include "tensor/tensor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/large_pages.h"
#include "tensor/convert.h"

enum { ALIGNMENT = 64 };
static const size_t MOST_BYTES = (size_t)1 << 39; /* no machine of ours has more */

bool wb_shape_count(const struct wb_shape *shape, size_t *count) {
  size_t total = 1;
  for (unsigned d = 0; d < shape->rank; d++)
    if (__builtin_mul_overflow(total, shape->size[d], &total)) return false;
  *count = total;
  return true;
}

bool wb_shape_equal(const struct wb_shape *a, const struct wb_shape *b) {
  return a->rank == b->rank &&
         (a->rank == 0 || memcmp(a->size, b->size, a->rank * sizeof a->size[0]) == 0);
}

const char *wb_shape_text(const struct wb_shape *shape, char *buffer) {
  int used = 0;
  if (shape->rank == 0) snprintf(buffer, WB_SHAPE_TEXT_MAX, "()");
  for (unsigned d = 0; d < shape->rank; d++)
    used += snprintf(buffer + used, WB_SHAPE_TEXT_MAX - (size_t)used, "%s%zu", d > 0 ? "×" : "",
                     shape->size[d]);
  return buffer;
}

const char *wb_tensor_words(struct wb_dtype type, const struct wb_shape *shape, char *buffer) {
  char name[WB_DTYPE_NAME_MAX], text[WB_SHAPE_TEXT_MAX];
  snprintf(buffer, WB_TENSOR_WORDS_MAX, "%s[%s]", wb_dtype_name(type, name),
           wb_shape_text(shape, text));
  return buffer;
}

bool wb_shape_bytes(struct wb_dtype type, const struct wb_shape *shape, size_t *bytes) {
  size_t count;
  return wb_shape_count(shape, &count) &&
         !__builtin_mul_overflow(count, wb_dtype_size(type), bytes) && *bytes <= MOST_BYTES;
}

enum wb_status wb_tensor_init_unset(struct wb_tensor *tensor, struct wb_dtype type,
                                    const struct wb_shape *shape, struct wb_error *err) {
  size_t bytes = 0;
  char text[WB_SHAPE_TEXT_MAX];
  char name[WB_DTYPE_NAME_MAX];
  void *data = NULL;
  if (wb_shape_bytes(type, shape, &bytes))
    data = wb_large_pages_alloc(bytes > 0 ? bytes : ALIGNMENT, ALIGNMENT);
  if (data == NULL)
    return wb_fail(err, WB_ERR_NOMEM, "no memory for a %s tensor of %s elements",
                   wb_dtype_name(type, name), wb_shape_text(shape, text));
  wb_pages_get(data, bytes);
  tensor->type = type;
  tensor->shape = *shape;
  tensor->data = data;
  return WB_OK;
}

enum wb_status wb_tensor_init(struct wb_tensor *tensor, struct wb_dtype type,
                              const struct wb_shape *shape, struct wb_error *err) {
  enum wb_status status = wb_tensor_init_unset(tensor, type, shape, err);
  if (status == WB_OK) memset(tensor->data, 0, wb_tensor_bytes(tensor));
  return status;
}

enum wb_status wb_tensor_copy(struct wb_tensor *copy, const struct wb_tensor *tensor,
                              struct wb_error *err) {
  enum wb_status status = wb_tensor_init_unset(copy, tensor->type, &tensor->shape, err);
  if (status == WB_OK) memcpy(copy->data, tensor->data, wb_tensor_bytes(tensor));
  return status;
}

void wb_tensor_release(struct wb_tensor *tensor) {
  free(tensor->data);
  tensor->data = NULL;
}

size_t wb_tensor_count(const struct wb_tensor *tensor) {
  size_t count;
  if (!wb_shape_count(&tensor->shape, &count)) wb_bug("a tensor's shape overflows");
  return count;
}

size_t wb_tensor_bytes(const struct wb_tensor *tensor) {
  return wb_tensor_count(tensor) * wb_dtype_size(tensor->type);
}

static size_t component_index(const struct wb_tensor *tensor, size_t index, unsigned lane) {
  return index * wb_dtype_stride(tensor->type) + lane;
}

double wb_tensor_get(const struct wb_tensor *tensor, size_t index, unsigned lane) {
  const size_t place = component_index(tensor, index, lane);
  double value;
  if (tensor->type.scalar == WB_FLOAT) return (double)((const float *)tensor->data)[place];
  wb_tensor_load_doubles(tensor->type.scalar, tensor->data, place, 1, &value);
  return value;
}

int64_t wb_tensor_get_int(const struct wb_tensor *tensor, size_t index, unsigned lane) {
  int64_t value;
  size_t place = component_index(tensor, index, lane);
  if (wb_scalar_is_float(tensor->type.scalar))
    value = wb_tensor_wrap_to_int(wb_tensor_get(tensor, index, lane));
  else
    wb_tensor_load_ints(tensor->type.scalar, tensor->data, place, 1, &value);
  return value;
}

void wb_tensor_set(struct wb_tensor *tensor, size_t index, unsigned lane, double value) {
  wb_tensor_store_doubles(tensor->type.scalar, tensor->data, component_index(tensor, index, lane),
                          1, &value);
}

/* Directly to float: by way of double, a long would round twice. */
static void set_float_from_int(struct wb_tensor *tensor, size_t place, int64_t value) {
  float as_float = (float)value;
  if (tensor->type.scalar == WB_FLOAT)
    wb_tensor_store_floats(WB_FLOAT, tensor->data, place, 1, &as_float);
  else {
    double as_double = (double)value; /* exact wherever half is finite */
    wb_tensor_store_doubles(tensor->type.scalar, tensor->data, place, 1, &as_double);
  }
}

void wb_tensor_set_int(struct wb_tensor *tensor, size_t index, unsigned lane, int64_t value) {
  size_t place = component_index(tensor, index, lane);
  if (wb_scalar_is_float(tensor->type.scalar))
    set_float_from_int(tensor, place, value);
  else
    wb_tensor_store_ints(tensor->type.scalar, tensor->data, place, 1, &value);
}
