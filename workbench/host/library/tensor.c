#include "library/tensor.h"

#include <dlpack/dlpack.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script/tensor_lua.h"

enum {
  BOOL_CODE = 6, /* kDLBool, which came after the version whose header this is compiled with */
  MOST_BUFFER_AXES = WORKBENCH_MOST_AXES,
  REASON_MAX = 256
};

/* ---- what a tensor is -------------------------------------------------------------------------
 */

static workbench_status refuse(const struct wb_api_tensor_place *place, const char *reason) {
  return wb_api_refuse(place->call, "%s %zu: %s", place->list, place->number, reason);
}

static bool find_type(DLDataType given, struct wb_dtype *type) {
  static const struct {
    uint8_t code, bits;
    enum wb_scalar scalar;
  } types[] = {{BOOL_CODE, 8, WB_BOOL}, {kDLInt, 8, WB_CHAR},     {kDLUInt, 8, WB_UCHAR},
               {kDLInt, 16, WB_SHORT},  {kDLUInt, 16, WB_USHORT}, {kDLInt, 32, WB_INT},
               {kDLUInt, 32, WB_UINT},  {kDLInt, 64, WB_LONG},    {kDLUInt, 64, WB_ULONG},
               {kDLFloat, 16, WB_HALF}, {kDLFloat, 32, WB_FLOAT}, {kDLFloat, 64, WB_DOUBLE}};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    if (types[i].code != given.code || types[i].bits != given.bits) continue;
    *type = (struct wb_dtype){types[i].scalar, 1};
    return given.lanes == 1;
  }
  return false;
}

static workbench_status take_type(const struct wb_api_tensor_place *place, const DLTensor *given,
                                  struct wb_api_tensor *tensor) {
  char reason[REASON_MAX];
  if (find_type(given->dtype, &tensor->type)) return WORKBENCH_OK;
  snprintf(reason, sizeof reason,
           "its elements (DLPack's code %u, %u bits, %u lanes) are none of OpenCL C's scalars or "
           "bool",
           given->dtype.code, given->dtype.bits, given->dtype.lanes);
  return refuse(place, reason);
}

/* Sizes are none below 0, and all elements together have a number of bytes. */
static workbench_status take_sizes(const struct wb_api_tensor_place *place, const DLTensor *given,
                                   struct wb_api_tensor *tensor) {
  char reason[REASON_MAX];
  const bool on_cpu = given->device.device_type != kDLOpenCL;
  const int most = on_cpu ? (int)WB_MAX_RANK : (int)MOST_BUFFER_AXES;
  size_t count = wb_scalar_size(tensor->type.scalar);
  if (given->ndim < 0 || given->ndim > most) {
    snprintf(reason, sizeof reason, "it has %d axes, and can have %d at most", given->ndim, most);
    return refuse(place, reason);
  }
  if (given->ndim > 0 && given->shape == NULL) return refuse(place, "its shape is NULL");
  for (int axis = 0; axis < given->ndim; axis++) {
    if (given->shape[axis] >= 0 &&
        !__builtin_mul_overflow(count, given->shape[axis] == 0 ? 1 : (size_t)given->shape[axis],
                                &count) &&
        count <= PTRDIFF_MAX)
      continue;
    snprintf(reason, sizeof reason, "the size of axis %d cannot be %lld", axis,
             (long long)given->shape[axis]);
    return refuse(place, reason);
  }
  tensor->rank = given->ndim;
  tensor->sizes = given->shape;
  tensor->shape.rank = on_cpu ? (unsigned)given->ndim : 0;
  for (unsigned axis = 0; axis < tensor->shape.rank; axis++)
    tensor->shape.size[axis] = (size_t)given->shape[axis];
  return WORKBENCH_OK;
}

/* Whether elements lie side by side in row-major order. Where there are none, they do. */
static bool is_dense(const DLTensor *given) {
  int64_t expected = 1;
  bool dense = true;
  for (int axis = given->ndim - 1; axis >= 0; axis--) {
    if (given->shape[axis] == 0) return true;
    if (given->strides != NULL && given->shape[axis] > 1 && given->strides[axis] != expected)
      dense = false;
    expected *= given->shape[axis];
  }
  return dense;
}

/* ---- the CPU's memory -------------------------------------------------------------------------
 */

/* How far the elements reach below and above the first one, in bytes; false: not in a number. */
static bool find_reach(const struct wb_api_tensor *tensor, int64_t *below, int64_t *above) {
  int64_t far;
  *below = 0;
  *above = (int64_t)wb_scalar_size(tensor->type.scalar);
  for (unsigned axis = 0; axis < tensor->shape.rank; axis++) {
    const int64_t steps = (int64_t)tensor->shape.size[axis] - 1;
    if (steps < 0) {
      *below = *above = 0;
      return true;
    }
    if (__builtin_mul_overflow(steps, tensor->strides[axis], &far) ||
        __builtin_add_overflow(far < 0 ? *below : *above, far, far < 0 ? below : above))
      return false;
  }
  return true;
}

static int compare_strides(const void *a, const void *b) {
  const int64_t *one = a, *two = b;
  return (one[0] > two[0]) - (one[0] < two[0]);
}

/* Whether each element has a place of its own, for certain: a step along an axis leaps over all
 * that the axes with shorter steps reach. */
static bool is_disjoint(const struct wb_api_tensor *tensor) {
  int64_t axes[WB_MAX_RANK][2]; /* step, and how many */
  int64_t reach = (int64_t)wb_scalar_size(tensor->type.scalar);
  unsigned count = 0;
  for (unsigned axis = 0; axis < tensor->shape.rank; axis++) {
    if (tensor->shape.size[axis] <= 1) continue;
    axes[count][0] = llabs(tensor->strides[axis]);
    axes[count++][1] = (int64_t)tensor->shape.size[axis] - 1;
  }
  qsort(axes, count, sizeof axes[0], compare_strides);
  for (unsigned i = 0; i < count; i++) {
    if (axes[i][0] < reach) return false;
    reach += axes[i][0] * axes[i][1];
  }
  return true;
}

static workbench_status take_strides(const struct wb_api_tensor_place *place, const DLTensor *given,
                                     struct wb_api_tensor *tensor) {
  const int64_t element = (int64_t)wb_scalar_size(tensor->type.scalar);
  int64_t dense = element, below, above;
  for (int axis = given->ndim - 1; axis >= 0; axis--) {
    tensor->strides[axis] = dense;
    if (given->shape[axis] > 0) dense *= given->shape[axis];
    if (given->strides != NULL &&
        __builtin_mul_overflow(given->strides[axis], element, &tensor->strides[axis]))
      return refuse(place, "its strides lead out of memory");
  }
  if (!find_reach(tensor, &below, &above)) return refuse(place, "its strides lead out of memory");
  if (tensor->is_output && above > below && !is_disjoint(tensor))
    return refuse(place, "several of its elements are the same memory, so that it is no output");
  return WORKBENCH_OK;
}

static workbench_status take_memory(const struct wb_api_tensor_place *place, const DLTensor *given,
                                    bool uses_data, struct wb_api_tensor *tensor) {
  const size_t element = wb_scalar_size(tensor->type.scalar);
  size_t count = 0;
  workbench_status status = take_strides(place, given, tensor);
  if (status != WORKBENCH_OK || !uses_data) return status;
  wb_shape_count(&tensor->shape, &count);
  if (count > 0 && given->data == NULL) return refuse(place, "its data is NULL");
  tensor->data = count > 0 ? (char *)given->data + given->byte_offset : NULL;
  tensor->is_direct = is_dense(given) && (uintptr_t)tensor->data % element == 0;
  return WORKBENCH_OK;
}

/* ---- devices ----------------------------------------------------------------------------------
 */

static workbench_status take_buffer(const struct wb_api_tensor_place *place, const DLTensor *given,
                                    const void *first, struct wb_api_tensor *tensor) {
  char reason[REASON_MAX], has[WB_DTYPE_NAME_MAX], wanted[WB_DTYPE_NAME_MAX];
  struct wb_host_buffer_info info;
  uint64_t count = 1;
  struct wb_dtype stored = tensor->type;
  workbench_status status =
      wb_api_object_check_same(place->call, given->data, WB_OBJECT_BUFFER, first);
  if (status != WORKBENCH_OK) return status;
  tensor->buffer = given->data;
  status = wb_api_object_check(place->call, tensor->buffer->context, WB_OBJECT_CONTEXT);
  if (status != WORKBENCH_OK) return status;
  wb_host_buffer_info(tensor->buffer->handle, &info);
  if (info.side != WB_DEVICE_SIDE)
    return refuse(place, "it is of a device by its type, and its buffer is the host's");
  if (given->byte_offset != 0)
    return refuse(place, "its byte_offset is not 0: make a part, with workbench_buffer_part");
  if (!is_dense(given))
    return refuse(place, "on a device its elements must lie side by side in row-major order");
  for (int axis = 0; axis < given->ndim; axis++) count *= (uint64_t)given->shape[axis];
  if (stored.scalar == WB_BOOL) stored.scalar = WB_UCHAR;
  if (wb_dtype_equal(stored, info.type) && count == info.count) return WORKBENCH_OK;
  snprintf(reason, sizeof reason,
           "it has %llu elements of %s, and its buffer %llu of %s: workbench_buffer_part sees a "
           "part of a buffer, or another type",
           (unsigned long long)count, wb_dtype_name(stored, wanted), (unsigned long long)info.count,
           wb_dtype_name(info.type, has));
  return refuse(place, reason);
}

workbench_status wb_api_tensor_take(const struct wb_api_tensor_place *place, const void *given,
                                    bool uses_data, const void *first,
                                    struct wb_api_tensor *tensor) {
  const DLTensor *from = given;
  char reason[REASON_MAX];
  if (from == NULL) return refuse(place, "it is NULL");
  workbench_status status = take_type(place, from, tensor);
  if (status == WORKBENCH_OK) status = take_sizes(place, from, tensor);
  if (status != WORKBENCH_OK) return status;
  switch (from->device.device_type) {
    case kDLCPU:
    case kDLCUDAHost:
    case kDLROCMHost:
      return take_memory(place, from, uses_data, tensor);
    case kDLOpenCL:
      return take_buffer(place, from, first, tensor);
    default:
      snprintf(reason, sizeof reason,
               "it is on a device of DLPack's type %d: copy it to the CPU's memory, or to a "
               "buffer of this library",
               (int)from->device.device_type);
      return refuse(place, reason);
  }
}

/* ---- the same memory --------------------------------------------------------------------------
 */

static bool are_same(const struct wb_api_tensor *a, const struct wb_api_tensor *b) {
  if (a->is_absent || b->is_absent || a->rank != b->rank || a->buffer != b->buffer) return false;
  if (!wb_dtype_equal(a->type, b->type) ||
      (a->rank > 0 && memcmp(a->sizes, b->sizes, (size_t)a->rank * sizeof *a->sizes) != 0))
    return false;
  if (a->buffer != NULL) return true;
  return a->data != NULL && a->data == b->data &&
         memcmp(a->strides, b->strides, a->shape.rank * sizeof *a->strides) == 0;
}

static int64_t divisor_of(int64_t a, int64_t b) {
  while (b != 0) {
    const int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return llabs(a);
}

static int64_t step_of(const struct wb_api_tensor *tensor, int64_t step) {
  for (unsigned axis = 0; axis < tensor->shape.rank; axis++)
    if (tensor->shape.size[axis] > 1) step = divisor_of(step, tensor->strides[axis]);
  return step;
}

/* Whether elements may be the same memory: false where they are far apart, or where all places of
 * the one lie between those of the other, as every second element and the rest do. */
static bool may_overlap(const struct wb_api_tensor *a, const struct wb_api_tensor *b) {
  int64_t a_below, a_above, b_below, b_above;
  if (a->is_absent || b->is_absent || a->data == NULL || b->data == NULL) return false;
  if (!find_reach(a, &a_below, &a_above) || !find_reach(b, &b_below, &b_above)) return true;
  const intptr_t a_at = (intptr_t)a->data, b_at = (intptr_t)b->data;
  if (a_at + a_above <= b_at + b_below || b_at + b_above <= a_at + a_below) return false;
  const int64_t step = step_of(a, step_of(b, 0));
  if (step == 0) return true;
  const int64_t apart = ((a_at - b_at) % step + step) % step;
  return apart < (int64_t)wb_scalar_size(b->type.scalar) ||
         step - apart < (int64_t)wb_scalar_size(a->type.scalar);
}

/* Inputs that are copied first are not changed by what is written. */
static bool disturbs(const struct wb_api_tensor *a, const struct wb_api_tensor *b) {
  if (a->is_output && b->is_output) return may_overlap(a, b);
  if (!a->is_output && !b->is_output) return false;
  return a->is_direct && b->is_direct && may_overlap(a, b);
}

workbench_status wb_api_tensors_relate(const struct wb_api_tensor_place *places,
                                       struct wb_api_tensor *tensors, size_t count) {
  char reason[REASON_MAX];
  for (size_t i = 0; i < count; i++) {
    tensors[i].same_as = i;
    for (size_t k = 0; k < i && tensors[i].same_as == i; k++) {
      if (are_same(&tensors[i], &tensors[k])) tensors[i].same_as = k;
    }
    for (size_t k = 0; k < i; k++) {
      if (tensors[i].same_as == tensors[k].same_as || !disturbs(&tensors[i], &tensors[k])) continue;
      snprintf(reason, sizeof reason, "its memory overlaps that of %s %zu", places[k].list,
               places[k].number);
      return refuse(&places[i], reason);
    }
  }
  return WORKBENCH_OK;
}

/* ---- elements that are copied -----------------------------------------------------------------
 */

/* Between strided memory and a row-major copy. */
static void copy_axis(const struct wb_api_tensor *tensor, unsigned axis, char *strided,
                      char **dense, bool gives) {
  const size_t element = wb_scalar_size(tensor->type.scalar);
  if (axis == tensor->shape.rank) {
    memcpy(gives ? strided : *dense, gives ? *dense : strided, element);
    *dense += element;
    return;
  }
  for (size_t i = 0; i < tensor->shape.size[axis]; i++)
    copy_axis(tensor, axis + 1, strided + (int64_t)i * tensor->strides[axis], dense, gives);
}

static void copy_elements(const struct wb_api_tensor *tensor, bool gives) {
  char *dense = tensor->copy->data;
  if (tensor->data != NULL) copy_axis(tensor, 0, tensor->data, &dense, gives);
}

/* ---- as values --------------------------------------------------------------------------------
 */

void wb_api_tensor_push_shape(lua_State *lua, const struct wb_api_tensor *tensor) {
  lua_createtable(lua, tensor->rank, 0);
  for (int axis = 0; axis < tensor->rank; axis++) {
    lua_pushinteger(lua, tensor->sizes[axis]);
    lua_rawseti(lua, -2, axis + 1);
  }
}

static void push_memory(lua_State *lua, struct wb_api_tensor *tensor, bool is_read) {
  struct wb_tensor memory = {.type = tensor->type, .shape = tensor->shape, .data = tensor->data};
  if (tensor->data == NULL) {
    wb_tensor_lua_new(lua, tensor->type, &tensor->shape);
  } else if (!tensor->is_direct) {
    tensor->copy = wb_tensor_lua_new(lua, tensor->type, &tensor->shape);
    if (is_read)
      copy_elements(tensor, false);
    else
      memset(tensor->copy->data, 0, wb_tensor_bytes(tensor->copy));
  } else if (tensor->is_output) {
    wb_tensor_lua_lend_to_write(lua, &memory);
  } else {
    wb_tensor_lua_lend(lua, &memory);
  }
}

/* Outputs come first in the list: one that is an input, too, can be written. */
void wb_api_tensors_push(lua_State *lua, struct wb_api_tensor *tensors, size_t count,
                         void (*push_buffer)(lua_State *lua, const struct wb_api_tensor *tensor,
                                             void *data),
                         void *data) {
  lua_createtable(lua, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    bool is_read = !tensors[i].is_output;
    for (size_t k = i + 1; k < count; k++)
      is_read = is_read || (tensors[k].same_as == i && !tensors[k].is_output);
    if (tensors[i].is_absent)
      lua_pushboolean(lua, 0);
    else if (tensors[i].same_as != i)
      lua_rawgeti(lua, -1, (lua_Integer)tensors[i].same_as + 1);
    else if (tensors[i].buffer != NULL)
      push_buffer(lua, &tensors[i], data);
    else
      push_memory(lua, &tensors[i], is_read);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
}

void wb_api_tensors_give(struct wb_api_tensor *tensors, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (tensors[i].is_output && tensors[i].copy != NULL) copy_elements(&tensors[i], true);
}
