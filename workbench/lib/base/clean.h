/* Text that somebody else wrote (a kernel's printf, a compiler, a driver, a file
 * name, a lesson), made fit to show: it cannot command a terminal, nor disguise
 * itself. There is one meaning of that, wb_character_shown(). */
#ifndef WB_BASE_CLEAN_H
#define WB_BASE_CLEAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* What is shown for a character: its picture for a control character (U+241B
 * for ESC), U+FFFD for the ones of eight bits and those that disguise, else
 * itself. */
unsigned wb_character_shown(unsigned character);

/* Control characters of 7 and 8 bits; newline and tab are among them. */
bool wb_character_controls(unsigned character);

/* Characters that reverse the direction of writing, or hide what is there. */
bool wb_character_disguises(unsigned character);

/* Appends `length` bytes as UTF-8, each character as it is shown, but newlines
 * and tabs as they are. A carriage return before a newline is dropped; bytes that
 * are not UTF-8 become U+FFFD. */
void wb_clean_text(struct wb_str *out, const char *bytes, size_t length);

/* The same for a name, which is one line: each character as it is shown, newlines and tabs, too, and
 * what would be U+FFFD as its bytes, "%FC", so that two names do not become one. Whether anything
 * had to be replaced. */
bool wb_clean_name(struct wb_str *out, const char *bytes, size_t length);

/* As wb_clean_text, for a NUL-ended text and into an array: cut at a character. */
void wb_clean_into(char *buffer, size_t size, const char *text);

#endif
