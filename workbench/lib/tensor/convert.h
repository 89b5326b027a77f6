/* Runs of components between a type in memory and a type to calculate in.
 *
 * Bulk operations are written once for int64_t, float and double and work on
 * runs of a few hundred components that stay in the cache; here is what loads
 * and stores them. `first` and `count` are in components: lanes, padding
 * included. Storing into a smaller integer type wraps, into a smaller float
 * type rounds to nearest. A ulong is carried as its bits. */
#ifndef WB_TENSOR_CONVERT_H
#define WB_TENSOR_CONVERT_H

#include <stddef.h>
#include <stdint.h>

#include "tensor/dtype.h"

enum { WB_RUN = 512 }; /* components that callers handle at once */

/* For integer types and bool. Storing a bool gives 0 or 1. */
void wb_tensor_load_ints(enum wb_scalar type, const void *data, size_t first, size_t count,
                         int64_t *out);
void wb_tensor_store_ints(enum wb_scalar type, void *data, size_t first, size_t count,
                          const int64_t *in);

/* For any type. A ulong loads as its value, rounded. Storing into an integer type truncates
 * toward zero and wraps; NaN and infinities give 0. */
void wb_tensor_load_doubles(enum wb_scalar type, const void *data, size_t first, size_t count,
                            double *out);
void wb_tensor_store_doubles(enum wb_scalar type, void *data, size_t first, size_t count,
                             const double *in);

/* Of half and float. */
void wb_tensor_load_floats(enum wb_scalar type, const void *data, size_t first, size_t count,
                           float *out);
void wb_tensor_store_floats(enum wb_scalar type, void *data, size_t first, size_t count,
                            const float *in);

/* Truncates toward zero and wraps to 64 bits; NaN and infinities give 0. */
int64_t wb_tensor_wrap_to_int(double value);

#endif
