/* UTF-8 and the columns that it takes on a terminal.
 *
 * Nothing here looks at the locale of the process: the same text has the same
 * width everywhere, and it is the width that curses gives it. */
#ifndef WB_TEXT_UTF8_H
#define WB_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

enum { WB_REPLACEMENT = 0xFFFD, WB_TAB_COLUMNS = 4 };

/* Decodes one character of at most `length` bytes; returns its bytes (at
 * least 1). Bytes that are not UTF-8 (overlong, surrogates, beyond U+10FFFF,
 * cut off) decode to U+FFFD, one at a time. */
size_t wb_utf8_decode(const char *text, size_t length, unsigned *character);

/* Appends a character as UTF-8. */
void wb_utf8_add(struct wb_str *out, unsigned character);

/* Columns of a character: 0 for combining ones, 2 for wide ones, 0 for
 * control characters. From wcwidth() in the C.UTF-8 locale's tables. */
int wb_character_width(unsigned character);

/* Characters that reverse the direction of writing, or hide what is there. */
bool wb_character_disguises(unsigned character);

/* Columns of a text. The parts of an emoji sequence (joined by U+200D) count
 * each for itself, since that is the room that curses keeps for them. */
size_t wb_text_width(const char *text);
size_t wb_text_width_n(const char *text, size_t length);

/* Bytes of the longest prefix that fits in `columns`, never splitting a
 * character from the combining ones after it, nor an emoji sequence. */
size_t wb_text_fit(const char *text, size_t columns);

/* Appends text that somebody else wrote (a kernel's printf, a compiler, a file
 * name, a lesson) so that it cannot command a terminal or disguise itself: a
 * control character becomes its picture (ESC is U+241B), what is not UTF-8 and
 * the characters that reverse the direction of writing become U+FFFD, a tab
 * becomes blanks. Newlines stay. */
void wb_text_clean(struct wb_str *out, const char *text, size_t length);

/* The same on one line: newlines become pictures too. `*column` is the column
 * where the text begins (tabs go by it), afterwards the one where it ends;
 * NULL: from 0. */
void wb_text_clean_line(struct wb_str *out, const char *text, size_t length, size_t *column);

/* The columns that the first `bytes` bytes of a line take once it is cleaned:
 * where a caret goes for a compiler's column `bytes + 1`. */
size_t wb_text_column(const char *line, size_t length, size_t bytes);

/* Appends text for a terminal that only knows ASCII: lines, arrows, quotes and
 * marks become their nearest likeness, the rest '?'. */
void wb_text_ascii(struct wb_str *out, const char *text);

#endif
