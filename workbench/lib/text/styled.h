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
  WB_STYLE_GOOD, /* of reports: accepted, expected */
  WB_STYLE_BAD,  /* errors, what differs */
  WB_STYLE_WARNING,
  WB_STYLE_DIM, /* line numbers, what matters less */
  WB_STYLE_COUNT
};

struct wb_span {
  enum wb_style style;
  char *text; /* UTF-8 without control characters; owned by the document */
};

struct wb_line {
  struct wb_span *spans;
  size_t n_spans;
  size_t capacity; /* of spans; the builder's own */
  size_t width;    /* columns; wb_line_width() tells */
};

/* A zeroed document is an empty one. */
struct wb_document {
  struct wb_line *lines;
  size_t n_lines;
  size_t capacity; /* of lines; the builder's own */
};

/* Building: lines are added at the end, spans at the end of the last line
 * (joined with the one before where the style is the same). `text` is cleaned
 * (base/clean.h), so that a document never carries a control character. */
void wb_document_add_line(struct wb_document *document);
void wb_document_add(struct wb_document *document, enum wb_style style, const char *text,
                     size_t length);
void wb_document_release(struct wb_document *document);

/* Adds the lines of another document, as copies. */
void wb_document_append(struct wb_document *document, const struct wb_document *more);

/* Adds formatted text to the last line; on a line of its own. */
void wb_put(struct wb_document *document, enum wb_style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void wb_put_line(struct wb_document *document, enum wb_style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Columns of a line. */
size_t wb_line_width(const struct wb_line *line);

/* The columns of a lesson on the narrowest screen that shows more than one pane (the screen's
 * layout.h has them from here). No drawing and no code of a page is to be wider, as it would be
 * cut there; on wider screens the lesson's pane gives each page's widest line the room it takes. */
enum { WB_PAGE_COLUMNS = 60 };

/* Markdown (CommonMark, by libcmark) wrapped to `width` columns (at least 10).
 * Code blocks are not wrapped: their lines may be longer. Blocks marked c, cl
 * or opencl are coloured as source. Tables, which are no part of CommonMark, have columns as wide
 * as fits; where these would be too narrow, a row is a sentence. Raw HTML is shown as text,
 * comments are not shown. */
void wb_markdown_render(const char *markdown, size_t length, unsigned width,
                        struct wb_document *document);

/* What follows a page's title, a heading "# …" in its first line: for who shows the title
 * elsewhere. The page itself where it begins otherwise. Part of `markdown`. */
const char *wb_markdown_after_title(const char *markdown);

/* Columns that the widest line of its code blocks takes, without the indent, which is left
 * out as far as a narrow width cannot hold both; 0: there are none. */
unsigned wb_markdown_code_columns(const char *markdown, size_t length);

/* The same for who listens: a drawing, which is a code block of no language, is
 * told in the words of the comment right before it,
 *
 *   <!-- drawing: Work-item 0 reads a[0] and writes out[0]. -->
 *
 * and drawn where it has none. */
void wb_markdown_tell(const char *markdown, size_t length, unsigned width,
                      struct wb_document *document);

enum wb_source_kind {
  WB_SOURCE_OPENCL_C, /* 1.2 to 3.0 */
  WB_SOURCE_LUA,      /* 5.4 */
  WB_SOURCE_CUDA,
  WB_SOURCE_MOJO
};

/* By the file's ending: .lua, .cu, .mojo; OpenCL C for others. */
enum wb_source_kind wb_source_kind_of_file(const char *file);

/* Source, one document line a source line, tabs expanded (wb_text_column() in
 * text/columns.h says where a byte of a line is shown). A newline at the end
 * adds no line. */
void wb_source_render(enum wb_source_kind language, const char *source, size_t length,
                      struct wb_document *document);

#endif
