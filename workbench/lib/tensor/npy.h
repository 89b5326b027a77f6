/* Tensors in NumPy's .npy files.
 *
 * A file has the bytes 93 'NUMPY', a version (1.0, 2.0 or 3.0), the length of its header (16 bits
 * in version 1, else 32), the header, which is a dictionary as Python writes it:
 *
 *   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
 *
 * with blanks up to a newline, and the elements, in C's order (the last index moves fastest) or in
 * Fortran's (the first does).
 *
 * The types are OpenCL C's scalars and bool: b1 i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8, little or big
 * endian. NumPy has no vectors: those of `lanes` 2, 3, 4, 8 or 16 lie along a last axis of that
 * length, without the padding that a 3-vector has in memory.
 *
 * Nothing is believed that a file says: sizes are compared with the file's length before memory is
 * asked for. A file that is shorter or longer than its header says is refused. Errors are
 * WB_ERR_SPEC for what is not as it should be, with the file, and the field of the header that is
 * wrong, in `where`: "a.npy: shape"; WB_ERR_IO and WB_ERR_NOT_FOUND for files that cannot be read.
 */
#ifndef WB_TENSOR_NPY_H
#define WB_TENSOR_NPY_H

#include "tensor/tensor.h"

struct wb_npy_info {
  struct wb_dtype type;
  struct wb_shape shape; /* of elements: without the axis of a vector's lanes */
  bool fortran_order, big_endian;
  unsigned version;   /* 1, 2 or 3 */
  size_t data_offset; /* where the elements begin */
};

enum { WB_NPY_HEADER_MAX = 1 << 16 }; /* bytes of a header; longer ones are refused */

/* What the file has. `lanes` 1: scalars. Also checks that the file has all of its elements. */
enum wb_status wb_npy_inspect(const char *path, unsigned lanes, struct wb_npy_info *info,
                              struct wb_error *err);

/* Reads into a tensor that is there. WB_ERR_SPEC where its type or shape are not the file's. */
enum wb_status wb_npy_load_into(const char *path, struct wb_tensor *tensor, struct wb_error *err);

/* The same two for a file that is in memory; errors call it `name`. */
enum wb_status wb_npy_inspect_bytes(const void *bytes, size_t length, const char *name,
                                    unsigned lanes, struct wb_npy_info *info, struct wb_error *err);
enum wb_status wb_npy_parse_into(const void *bytes, size_t length, const char *name,
                                 struct wb_tensor *tensor, struct wb_error *err);

/* How a file is written. Zeroed: version 1.0, C's order, little endian, as NumPy does. */
struct wb_npy_format {
  bool fortran_order, big_endian;
  unsigned version; /* 0: 1 */
};

/* Replaces the file, as wb_file_write_atomic does. `format` may be NULL. */
enum wb_status wb_npy_save(const char *path, const struct wb_tensor *tensor,
                           const struct wb_npy_format *format, struct wb_error *err);

/* The bytes of such a file, malloc'ed. WB_ERR_NOMEM. */
enum wb_status wb_npy_compose(const struct wb_tensor *tensor, const struct wb_npy_format *format,
                              unsigned char **bytes, size_t *length, struct wb_error *err);

#endif
