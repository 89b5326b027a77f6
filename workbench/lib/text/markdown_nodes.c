#include "text/markdown_nodes.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "text/columns.h"
#include "text/diagram.h"

static const char blanks[] = " \t\n";

bool wb_node_is_drawing(cmark_node *node) {
  if (cmark_node_get_type(node) != CMARK_NODE_CODE_BLOCK) return false;
  const char *info = cmark_node_get_fence_info(node);
  return info == NULL || info[0] == '\0';
}

/* The text after "<!-- KEY:"; NULL where the comment has another key. */
static const char *text_after_key(const char *comment, const char *key) {
  static const char begin[] = "<!--";
  if (comment == NULL || !wb_starts_with(comment, begin)) return NULL;
  comment += strlen(begin);
  comment += strspn(comment, blanks);
  if (!wb_starts_with(comment, key) || comment[strlen(key)] != ':') return NULL;
  comment += strlen(key) + 1;
  return comment + strspn(comment, blanks);
}

char *wb_node_comment_before(cmark_node *node, const char *key) {
  cmark_node *before = cmark_node_previous(node);
  if (before == NULL || cmark_node_get_type(before) != CMARK_NODE_HTML_BLOCK) return NULL;
  const char *text = text_after_key(cmark_node_get_literal(before), key);
  if (text == NULL) return NULL;
  const char *end = strstr(text, "-->");
  size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
  while (length > 0 && strchr(blanks, text[length - 1]) != NULL) length--;
  return length > 0 ? wb_strndup(text, length) : NULL;
}

char *wb_node_drawing_words(cmark_node *drawing) {
  return wb_node_comment_before(drawing, "drawing");
}

/* Whether the first word of a code block's language is that one. */
static bool has_language(cmark_node *node, const char *language) {
  const char *info = cmark_node_get_fence_info(node);
  if (cmark_node_get_type(node) != CMARK_NODE_CODE_BLOCK || info == NULL) return false;
  const size_t length = strcspn(info, " \t{");
  return strlen(language) == length && memcmp(language, info, length) == 0;
}

bool wb_node_is_diagram(cmark_node *node) { return has_language(node, "drawing"); }

bool wb_node_is_source(cmark_node *node) {
  static const char *const languages[] = {"c", "cl", "opencl", "opencl-c"};
  for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
    if (has_language(node, languages[i])) return true;
  return false;
}

bool wb_node_is_lua(cmark_node *node) { return has_language(node, "lua"); }

size_t wb_code_columns(const char *text) {
  size_t widest = 0;
  for (const char *line = text; *line != '\0';) {
    const size_t length = strcspn(line, "\n");
    const size_t width = wb_text_width_n(line, length);
    if (width > widest) widest = width;
    line += length + (line[length] == '\n');
  }
  return widest;
}

size_t wb_node_columns(cmark_node *code) {
  const char *text = cmark_node_get_literal(code);
  struct wb_diagram diagram = {0};
  const bool draws = wb_node_is_diagram(code) && wb_diagram_read(&diagram, text, NULL);
  const size_t columns =
      draws ? wb_diagram_columns(&diagram, WB_PAGE_COLUMNS) : wb_code_columns(text);
  wb_diagram_release(&diagram);
  return columns;
}

bool wb_node_is_comment(cmark_node *node) {
  const char *text = cmark_node_get_literal(node);
  return text == NULL || wb_starts_with(text, "<!--");
}
