/* UTF-8 (RFC 3629): the only decoder, and the only encoder. */
#ifndef WB_BASE_UTF8_H
#define WB_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* What stands for what is not UTF-8. */
enum { WB_REPLACEMENT = 0xFFFD };

/* Decodes one character of at most `length` bytes; returns its bytes (at
 * least 1). Bytes that are not UTF-8 (overlong, surrogates, beyond U+10FFFF,
 * cut off) decode to U+FFFD, one at a time. */
size_t wb_utf8_decode(const char *text, size_t length, unsigned *character);

/* Whether all of it is UTF-8. */
bool wb_utf8_is_valid(const char *text, size_t length);

/* Appends a character as UTF-8; U+FFFD for what is none. */
void wb_utf8_add(struct wb_str *out, unsigned character);

/* How many of `length` bytes, where somebody cut a text off, are whole characters. */
size_t wb_utf8_whole(const char *text, size_t length);

#endif
