/* Tensors: dense row-major arrays of up to WB_MAX_RANK dimensions.
 *
 * A tensor owns its data. Shapes count elements, outermost dimension first;
 * rank 0 is a scalar with one element. One element of a vector type counts as
 * one. Nothing here knows Lua or a device. */
#ifndef WB_TENSOR_TENSOR_H
#define WB_TENSOR_TENSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "tensor/dtype.h"

enum { WB_MAX_RANK = 6, WB_SHAPE_TEXT_MAX = 160 };

struct wb_shape {
  unsigned rank;
  size_t size[WB_MAX_RANK];
};

struct wb_tensor {
  struct wb_dtype type;
  struct wb_shape shape;
  void *data; /* wb_tensor_bytes() bytes, 64-byte aligned; NULL when released */
};

/* False on overflow of size_t; *count is set otherwise. */
bool wb_shape_count(const struct wb_shape *shape, size_t *count);
bool wb_shape_equal(const struct wb_shape *a, const struct wb_shape *b);

/* Bytes of a tensor of this type and shape; false where they do not fit. */
bool wb_shape_bytes(struct wb_dtype type, const struct wb_shape *shape, size_t *bytes);

/* "2×3", "()" for rank 0. `buffer` holds at least WB_SHAPE_TEXT_MAX bytes. */
const char *wb_shape_text(const struct wb_shape *shape, char *buffer);

/* "float[2×3]" */
enum { WB_TENSOR_WORDS_MAX = WB_SHAPE_TEXT_MAX + 32 };
const char *wb_tensor_words(struct wb_dtype type, const struct wb_shape *shape, char *buffer);

/* Zeroed. WB_ERR_NOMEM, also for a size that does not fit. */
enum wb_status wb_tensor_init(struct wb_tensor *tensor, struct wb_dtype type,
                              const struct wb_shape *shape, struct wb_error *err);
/* With whatever bytes the memory has: for callers that set all of them next, padding included. */
enum wb_status wb_tensor_init_unset(struct wb_tensor *tensor, struct wb_dtype type,
                                    const struct wb_shape *shape, struct wb_error *err);
enum wb_status wb_tensor_copy(struct wb_tensor *copy, const struct wb_tensor *tensor,
                              struct wb_error *err);
void wb_tensor_release(struct wb_tensor *tensor);

size_t wb_tensor_count(const struct wb_tensor *tensor); /* elements */
size_t wb_tensor_bytes(const struct wb_tensor *tensor);

/* One lane of one element (flat index) as a double, or exactly as an integer
 * (a ulong as its 64 bits). Setting converts as OpenCL C's convert_T does:
 * integers wrap, floats round to nearest, a float into an integer truncates
 * toward zero. */
double wb_tensor_get(const struct wb_tensor *tensor, size_t index, unsigned lane);
int64_t wb_tensor_get_int(const struct wb_tensor *tensor, size_t index, unsigned lane);
void wb_tensor_set(struct wb_tensor *tensor, size_t index, unsigned lane, double value);
void wb_tensor_set_int(struct wb_tensor *tensor, size_t index, unsigned lane, int64_t value);

enum { WB_ELEMENT_TEXT_MAX = 512 }; /* room for any element's text */
/* An element as text, as "3", "0.1" (shortest that reads back the same),
 * "(1, 2, 3)". Appends nothing beyond `size`. */
void wb_tensor_format(const struct wb_tensor *tensor, size_t index, char *buffer, size_t size);

#endif
