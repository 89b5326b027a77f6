/* Element types: the OpenCL C scalar types and their vectors. */
#ifndef WB_TENSOR_DTYPE_H
#define WB_TENSOR_DTYPE_H

#include <stdbool.h>
#include <stddef.h>

enum wb_scalar {
  WB_BOOL, /* host-side masks only; one byte, 0 or 1 */
  WB_CHAR,
  WB_UCHAR,
  WB_SHORT,
  WB_USHORT,
  WB_INT,
  WB_UINT,
  WB_LONG,
  WB_ULONG,
  WB_HALF,
  WB_FLOAT,
  WB_DOUBLE,
  WB_SCALAR_COUNT
};

/* `lanes` is 1, 2, 3, 4, 8 or 16. A 3-vector takes the room of 4 (OpenCL 1.2,
 * section 6.1.5): its fourth lane is padding, written as zero, never
 * compared. */
enum { WB_MAX_LANES = 16, WB_MAX_PUZZLE_LANES = 4 };
struct wb_dtype {
  enum wb_scalar scalar;
  unsigned lanes;
};

size_t wb_scalar_size(enum wb_scalar scalar);
size_t wb_dtype_size(struct wb_dtype type);     /* bytes of one element in memory */
unsigned wb_dtype_stride(struct wb_dtype type); /* lanes with padding */
bool wb_lanes_valid(unsigned lanes);
bool wb_scalar_is_float(enum wb_scalar scalar);
bool wb_scalar_is_signed(enum wb_scalar scalar); /* floats too */
bool wb_dtype_equal(struct wb_dtype a, struct wb_dtype b);

/* "float", "uint4" …: OpenCL C's names. The buffer holds at least
 * WB_DTYPE_NAME_MAX bytes; the result is `buffer`. */
enum { WB_DTYPE_NAME_MAX = 16 };
const char *wb_dtype_name(struct wb_dtype type, char *buffer);
bool wb_dtype_parse(const char *name, struct wb_dtype *out);

/* All names that a puzzle can have (so without "bool", and of at most
 * WB_MAX_PUZZLE_LANES lanes), for "did you mean"; static storage. */
const char *const *wb_dtype_names(size_t *count);

/* The type that was probably meant by a name that is none: "float" for NumPy's "float32", else the
 * nearest name; NULL for none. Static storage. */
const char *wb_dtype_near(const char *name);

#endif
