/* Text that somebody else's code wrote, made fit to show. */
#ifndef WB_BASE_CLEAN_H
#define WB_BASE_CLEAN_H

#include <stddef.h>

#include "base/str.h"

/* Appends `length` bytes as valid UTF-8 without control characters other than
 * newline and tab: those (ESC above all) are dropped, and bytes that are not
 * UTF-8 become U+FFFD. */
void wb_clean_text(struct wb_str *out, const char *bytes, size_t length);

/* The same for a NUL-ended text, into an array: cut at a character. */
void wb_clean_into(char *buffer, size_t size, const char *text);

#endif
