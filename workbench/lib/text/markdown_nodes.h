/* What the files of this room that read Markdown (markdown*.c) share: questions to nodes of
 * libcmark. Nobody outside the room includes this. */
#ifndef WB_TEXT_MARKDOWN_NODES_H
#define WB_TEXT_MARKDOWN_NODES_H

#include <cmark.h>
#include <stdbool.h>
#include <stddef.h>

/* A drawing is a code block of no language. */
bool wb_node_is_drawing(cmark_node *node);

/* A drawing that is data (diagram.h) is one of the language `drawing`. */
bool wb_node_is_diagram(cmark_node *node);

/* What a drawing shows, in words: the comment right before it,
 *
 *   <!-- drawing: Work-item 0 reads a[0] and writes out[0]. -->
 *
 * NULL where there is none, or an empty one; the caller frees. */
char *wb_node_drawing_words(cmark_node *drawing);

/* The text of the comment `<!-- KEY: TEXT -->` right before a node; likewise. */
char *wb_node_comment_before(cmark_node *node, const char *key);

/* Whether a code block's language is OpenCL C: c, cl, opencl or opencl-c. */
bool wb_node_is_source(cmark_node *node);
/* lua */
bool wb_node_is_lua(cmark_node *node);

/* Columns of the widest line of a code block's text. */
size_t wb_code_columns(const char *text);

/* Columns of a code block as it is shown where there is room for it: a drawing that is data as it
 * is drawn, where it can be read. */
size_t wb_node_columns(cmark_node *code);

/* Whether a node of raw HTML is a comment. */
bool wb_node_is_comment(cmark_node *node);

#endif
