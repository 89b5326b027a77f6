/* Which handles of a device are in use, and how large its buffers are. The
 * wrappers' own: implementations need not look. */
#ifndef WB_DEVICE_TRACK_H
#define WB_DEVICE_TRACK_H

#include "device/device.h"

struct wb_tracked {
  wb_handle handle;
  bool is_program;
  size_t bytes; /* of a buffer */
};

/* The entry of a handle in use, or NULL. Valid until the next call of add. */
const struct wb_tracked *wb_track_find(const struct wb_device_tracking *tracking, wb_handle handle,
                                       bool is_program);

/* False where the handle is 0 or in use already: the implementation's bug, or
 * a worker that lies. Makes the table where there is none. */
bool wb_track_add(struct wb_device_tracking **tracking, const struct wb_tracked *entry);
void wb_track_remove(struct wb_device_tracking *tracking, wb_handle handle, bool is_program);
void wb_track_free(struct wb_device_tracking *tracking);

#endif
