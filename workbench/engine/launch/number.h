/* One number as a person writes it, stored as a type has it. */
#ifndef WB_LAUNCH_NUMBER_H
#define WB_LAUNCH_NUMBER_H

#include "base/status.h"
#include "tensor/dtype.h"

enum { WB_NUMBER_MAX = 80 }; /* characters */

/* Stores the number of `text` (NUL-ended, nothing else in it) at `out`, which
 * has wb_scalar_size(type) bytes, aligned. */
enum wb_status wb_number_store(const char *text, enum wb_scalar type, void *out,
                               struct wb_error *err);

#endif
