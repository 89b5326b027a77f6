/* Tensors of other libraries, as DLPack describes them, as values of Lua.
 *
 * They are looked at before Lua has anything to do with them (wb_api_tensor_take), become values
 * inside a protected call (wb_api_tensors_push), and what was computed in copies of strided memory
 * goes back after it (wb_api_tensors_give). */
#ifndef WB_LIBRARY_TENSOR_H
#define WB_LIBRARY_TENSOR_H

#include <lua.h>

#include "library/object.h"
#include "tensor/tensor.h"

struct wb_api_tensor {
  bool is_absent; /* NULL was given, where that may be */
  bool is_output;
  /* Of the CPU's memory. */
  struct wb_dtype type;
  struct wb_shape shape;
  int64_t strides[WB_MAX_RANK]; /* in bytes */
  char *data;                   /* of the first element */
  bool is_direct;               /* Lua may use the memory itself */
  struct wb_tensor *copy;       /* Lua's, where not */
  /* Of a device. */
  struct workbench_buffer *buffer; /* NULL: it is of the CPU's memory */
  int rank;
  const int64_t *sizes;
  /* The place in the list of the first one with the same memory; its own. */
  size_t same_as;
};

/* What calls it, and which of its tensors this is: "workbench_ops_call: input 2". */
struct wb_api_tensor_place {
  const char *call, *list;
  size_t number;
};

/* What the tensor at `given` is (a DLTensor); refuses it where it cannot be used. `first` is a
 * handle of the host's. Its data is only looked at with `uses_data`. */
workbench_status wb_api_tensor_take(const struct wb_api_tensor_place *place, const void *given,
                                    bool uses_data, const void *first,
                                    struct wb_api_tensor *tensor);

/* Finds those that are the same memory; refuses others that overlap where one is an output.
 * `places` are theirs. */
workbench_status wb_api_tensors_relate(const struct wb_api_tensor_place *places,
                                       struct wb_api_tensor *tensors, size_t count);

/* Inside a protected call: pushes the tensors' values, a list; false for one that is absent.
 * Buffers are made by `push_buffer`. Elements of inputs that are no values themselves are copied.
 * Raises. */
void wb_api_tensors_push(lua_State *lua, struct wb_api_tensor *tensors, size_t count,
                         void (*push_buffer)(lua_State *lua, const struct wb_api_tensor *tensor,
                                             void *data),
                         void *data);
/* Pushes { 2, 3 }. Raises. */
void wb_api_tensor_push_shape(lua_State *lua, const struct wb_api_tensor *tensor);

/* Copies what was computed back to where it belongs. */
void wb_api_tensors_give(struct wb_api_tensor *tensors, size_t count);

#endif
