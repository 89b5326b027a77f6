/* Lists of devices as JSON: what a worker's --list prints. */
#ifndef WB_DEVICE_INFO_JSON_H
#define WB_DEVICE_INFO_JSON_H

#include "base/str.h"
#include "device/device.h"

void wb_device_infos_print(const struct wb_device_info *infos, size_t count, struct wb_str *out);

/* Appends to *items, which has *count of them (malloc'ed; the caller frees).
 * WB_ERR_PROTOCOL where the text is not what wb_device_infos_print wrote. */
enum wb_status wb_device_infos_parse(const char *text, size_t length, struct wb_device_info **items,
                                     size_t *count, struct wb_error *err);

#endif
