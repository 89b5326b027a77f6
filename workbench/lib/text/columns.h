/* Text and the columns that it takes on a terminal.
 *
 * Nothing here looks at the locale of the process: the same text has the same
 * width everywhere, and it is the width that curses gives it. */
#ifndef WB_TEXT_COLUMNS_H
#define WB_TEXT_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

enum { WB_TAB_COLUMNS = 4 };

/* Columns of a character: 0 for combining ones, 2 for wide ones, 0 for control
 * characters; 1 for what is not known. They are what wcwidth() says in the locale
 * C.UTF-8 of the C library that this was built with (programs/widths.c). */
int wb_character_width(unsigned character);

/* Columns of a text. The parts of an emoji sequence (joined by U+200D) count
 * each for itself, since that is the room that curses keeps for them. */
size_t wb_text_width(const char *text);
size_t wb_text_width_n(const char *text, size_t length);

/* Bytes of the longest prefix that fits in `columns`, never splitting a
 * character from the combining ones after it, nor an emoji sequence. */
size_t wb_text_fit(const char *text, size_t columns);

/* A copy of a text in at most `columns`, 2 or more, with "…" for its middle where it has too many;
 * the caller frees. */
char *wb_text_shorten(const char *text, size_t columns);

/* Appends text that somebody else wrote as wb_clean_text() does (base/clean.h), with
 * blanks for tabs, up to the next column that is a multiple of WB_TAB_COLUMNS. */
void wb_text_expand(struct wb_str *out, const char *text, size_t length);

/* The same on one line: newlines become pictures too. `*column` is the column
 * where the text begins (tabs go by it), afterwards the one where it ends;
 * NULL: from 0. */
void wb_text_expand_line(struct wb_str *out, const char *text, size_t length, size_t *column);

/* The columns that the first `bytes` bytes of a line take once it is expanded:
 * where a caret goes for a compiler's column `bytes + 1`. */
size_t wb_text_column(const char *line, size_t length, size_t bytes);

/* Appends text for a terminal that only knows ASCII: lines, arrows, quotes and
 * marks become their nearest likeness, the rest '?'. */
void wb_text_ascii(struct wb_str *out, const char *text);

#endif
