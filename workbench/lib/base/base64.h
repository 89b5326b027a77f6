/* Base64 (RFC 4648, with padding): bytes where only text may stand. */
#ifndef WB_BASE_BASE64_H
#define WB_BASE_BASE64_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* Appends. */
void wb_base64_add(struct wb_str *out, const void *bytes, size_t length);

/* Appends the bytes that `text` stands for. False, with nothing appended, where
 * it stands for none. */
bool wb_base64_decode(struct wb_str *out, const char *text, size_t length);

#endif
