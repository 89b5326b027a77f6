/* Breaking styled words into lines of a document. */
#ifndef WB_TEXT_WRAP_H
#define WB_TEXT_WRAP_H

#include <stdbool.h>

#include "base/str.h"
#include "text/styled.h"

/* A word may consist of parts in several styles; it stays together unless it
 * is longer than a line. */
struct wb_word_part {
  enum wb_style style;
  char *text;
};

struct wb_wrap {
  struct wb_document *document;
  size_t width;
  struct wb_str indent; /* of continuation lines */
  enum wb_style indent_style;
  struct wb_str marker; /* instead of the end of `indent` on the next line, once */
  enum wb_style marker_style;
  bool line_open;  /* words may follow on the last line */
  bool empty_line; /* nothing but the indent is on it yet */
  struct wb_word_part *parts;
  size_t n_parts, capacity;
};

void wb_wrap_init(struct wb_wrap *wrap, struct wb_document *document, size_t width);
void wb_wrap_release(struct wb_wrap *wrap);

/* What stands in place of the end of the indent on the next line. */
void wb_wrap_marker(struct wb_wrap *wrap, enum wb_style style, const char *marker);

/* Adds text of running words; blanks in it are where lines may break. */
void wb_wrap_text(struct wb_wrap *wrap, enum wb_style style, const char *text, size_t length);

/* Adds text without breaks, glued to what is before and after. */
void wb_wrap_glue(struct wb_wrap *wrap, enum wb_style style, const char *text, size_t length);

/* Ends the line, so that the next word begins another. */
void wb_wrap_end_line(struct wb_wrap *wrap);

/* A new line with its indent, and a line with nothing but the indent. */
void wb_wrap_open_line(struct wb_wrap *wrap);
void wb_wrap_blank_line(struct wb_wrap *wrap);

/* A paragraph behind `sign`, which is dim: lines after the first begin below its first word. In
 * place of wb_wrap_init(). */
void wb_wrap_begin_item(struct wb_wrap *wrap, struct wb_document *document, size_t width,
                        const char *sign);

/* The same with all its words. */
void wb_wrap_item(struct wb_document *document, size_t width, const char *sign, enum wb_style style,
                  const char *words);

#endif
