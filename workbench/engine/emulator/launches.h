/* Launches of a device that are under way. */
#ifndef WB_EMULATOR_LAUNCHES_H
#define WB_EMULATOR_LAUNCHES_H

#include "emulator/emulator_private.h"

/* As device.h says it of `launch` and `finish`. */
enum wb_status wb_launches_add(struct wb_device *device, const struct wb_launch *launch,
                               struct wb_outcome *outcome, struct wb_error *err);
enum wb_status wb_launches_finish_to(struct wb_device *device, const struct wb_outcome *last,
                                     struct wb_error *err);

/* Waits for all of them. */
void wb_launches_finish(struct wb_device *device);

/* The buffer, once no launch under way uses it; NULL: there is none. */
struct wb_emulator_buffer *wb_launches_free_buffer(struct wb_device *device, wb_handle handle);

/* Ends them, whatever becomes of them. */
void wb_launches_abandon(struct wb_device *device);

#endif
