/* UTF-8 and the columns that it takes on a terminal. */
#ifndef WB_TEXT_UTF8_H
#define WB_TEXT_UTF8_H

#include <stddef.h>

/* Decodes one character of at most `length` bytes; returns its bytes (at
 * least 1). Bytes that are not UTF-8 decode to U+FFFD, one at a time. */
size_t wb_utf8_decode(const char *text, size_t length, unsigned *character);

/* Columns of a character: 0 for combining ones, 2 for wide ones, 0 for
 * control characters. From wcwidth() in the C.UTF-8 locale's tables. */
int wb_character_width(unsigned character);
size_t wb_text_width(const char *text);

/* Bytes of the longest prefix that fits in `columns`, never splitting a
 * character from the combining ones after it. */
size_t wb_text_fit(const char *text, size_t columns);

#endif
