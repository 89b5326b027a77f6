/* The header of an .npy file: a dictionary as Python writes it, taken apart. */
#ifndef WB_TENSOR_NPY_HEADER_H
#define WB_TENSOR_NPY_HEADER_H

#include "tensor/tensor.h"

enum { WB_NPY_MAX_AXES = WB_MAX_RANK + 1 }; /* a vector's lanes are one more */

struct wb_npy_header {
  enum wb_scalar scalar;
  bool big_endian, fortran_order;
  unsigned n_axes;
  size_t axes[WB_NPY_MAX_AXES];
};

/* Takes `length` characters apart. WB_ERR_SPEC, with "NAME: FIELD" as its place. */
enum wb_status wb_npy_header_parse(const char *text, size_t length, const char *name,
                                   struct wb_npy_header *header, struct wb_error *err);

/* "<f4": how a type is called. `text` holds 4 bytes. */
void wb_npy_descr(enum wb_scalar scalar, bool big_endian, char text[4]);

/* Fills *err with a place in the file. */
enum wb_status wb_npy_fail(struct wb_error *err, const char *name, const char *field,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
