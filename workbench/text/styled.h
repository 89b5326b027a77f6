/* Styled text: what a lesson or a kernel looks like, before anybody knows
 * whether it goes to curses, to a terminal as ANSI, or to a pipe. */
#ifndef WB_TEXT_STYLED_H
#define WB_TEXT_STYLED_H

#include <stddef.h>

enum wb_style {
  WB_STYLE_PLAIN,
  WB_STYLE_HEADING,
  WB_STYLE_STRONG,
  WB_STYLE_EMPHASIS,
  WB_STYLE_CODE,
  WB_STYLE_QUOTE,
  WB_STYLE_LINK,
  WB_STYLE_KEYWORD, /* of OpenCL C: the rest are for source text */
  WB_STYLE_TYPE,
  WB_STYLE_BUILTIN,
  WB_STYLE_NUMBER,
  WB_STYLE_STRING,
  WB_STYLE_COMMENT,
  WB_STYLE_DIRECTIVE,
  WB_STYLE_COUNT
};

struct wb_span {
  enum wb_style style;
  char *text; /* UTF-8 without control characters; owned by the document */
};

struct wb_line {
  struct wb_span *spans;
  size_t n_spans;
};

struct wb_document {
  struct wb_line *lines;
  size_t n_lines;
};

void wb_document_release(struct wb_document *document);

/* Markdown (CommonMark, by libcmark) wrapped to `width` columns (at least 10). */
void wb_markdown_render(const char *markdown, size_t length, unsigned width,
                        struct wb_document *document);

/* OpenCL C source, one document line a source line, tabs expanded. */
void wb_source_render(const char *source, size_t length, struct wb_document *document);

#endif
