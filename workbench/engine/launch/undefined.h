/* Which elements of a buffer hold what launches made of values that were never set. */
#ifndef WB_LAUNCH_UNDEFINED_H
#define WB_LAUNCH_UNDEFINED_H

#include "device/device.h"
#include "tensor/tensor.h"

/* For each element of the buffer's content whether any of it does; the caller frees it. `items` are
 * a launch's, or several's (struct wb_outcome); NULL: no element does. */
bool *wb_undefined_elements(const struct wb_undefined *items, size_t n_items, uint32_t arg,
                            const struct wb_tensor *content);

#endif
