/* What the dialogue says: text for standard output, kept until
 * wb_plain_output_flush().
 *
 * Everything is cleaned on its way (base/clean.h): a kernel's output, a title or a
 * file's name cannot command the terminal. Paragraphs are wrapped at words. */
#ifndef WB_PLAIN_OUTPUT_H
#define WB_PLAIN_OUTPUT_H

#include <stdarg.h>
#include <stdbool.h>

#include "base/str.h"
#include "text/styled.h"

struct wb_plain_output {
  int fd;
  bool unicode; /* else all is ASCII */
  bool gone;    /* nobody reads any more; *why is errno's number */
  int why;
  struct wb_str waiting;
};

/* `fd` stays the caller's. */
void wb_plain_output_init(struct wb_plain_output *output, int fd);
void wb_plain_output_release(struct wb_plain_output *output);

/* Columns of a line now: the terminal's, at most 80 elsewhere. */
unsigned wb_plain_output_width(const struct wb_plain_output *output);

/* A paragraph. Commands that it names are said as the dialogue calls them
 * (commands/mentions.h). */
void wb_say(struct wb_plain_output *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void wb_say_va(struct wb_plain_output *output, const char *format, va_list args);

/* A line of source or of something printed: not wrapped. */
void wb_say_as_is(struct wb_plain_output *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Words without a newline after them: a prompt, a question. */
void wb_say_prompt(struct wb_plain_output *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void wb_say_line_end(struct wb_plain_output *output);

/* A document's lines as they are; appends to `out`. */
void wb_say_document(const struct wb_plain_output *output, const struct wb_document *document,
                     struct wb_str *out);

/* Each line as a paragraph. */
void wb_say_paragraphs(struct wb_plain_output *output, const struct wb_document *document);

/* Text that wb_say_document() has made. */
void wb_say_spelled(struct wb_plain_output *output, const char *text);

/* Writes what waits. */
void wb_plain_output_flush(struct wb_plain_output *output);

/* "33 percent" of `whole`, rounded down; 100 where that is 0. */
unsigned wb_percent(size_t part, size_t whole);

/* "s" for all numbers but 1. */
const char *wb_plural(unsigned long long number);

#endif
