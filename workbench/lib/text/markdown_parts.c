#include "text/markdown_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/slug.h"
#include "base/str.h"
#include "text/diagram.h"
#include "text/markdown_nodes.h"

enum { DEPTH_MAX = 40 };

static struct wb_markdown_part *add_part(struct wb_markdown_parts *parts, enum wb_part_kind kind,
                                         unsigned line, char *text, char *info) {
  parts->items = wb_grow(parts->items, &parts->capacity, parts->count + 1, sizeof parts->items[0]);
  struct wb_markdown_part *part = &parts->items[parts->count++];
  *part = (struct wb_markdown_part){.kind = kind, .line = line, .text = text, .info = info};
  return part;
}

static unsigned line_of(cmark_node *node) {
  const int line = cmark_node_get_start_line(node);
  return line > 0 ? (unsigned)line : 1;
}

/* ---- what is read of inlines ---------------------------------------------------- */

static void add_code_span(cmark_node *node, struct wb_str *out) {
  const char *text = cmark_node_get_literal(node);
  wb_str_add_char(out, '`');
  wb_str_add(out, text != NULL ? text : "");
  wb_str_add_char(out, '`');
}

static void add_inline_text(cmark_node *node, unsigned depth, struct wb_str *out) {
  const cmark_node_type type = cmark_node_get_type(node);
  const char *text = cmark_node_get_literal(node);
  if (type == CMARK_NODE_CODE)
    add_code_span(node, out);
  else if (type == CMARK_NODE_TEXT && text != NULL)
    wb_str_add(out, text);
  else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK)
    wb_str_add_char(out, '\n');
  if (depth == DEPTH_MAX) return;
  for (cmark_node *child = cmark_node_first_child(node); child; child = cmark_node_next(child))
    add_inline_text(child, depth + 1, out);
}

static char *text_of_inlines(cmark_node *node) {
  struct wb_str text;
  wb_str_init(&text);
  add_inline_text(node, 0, &text);
  return wb_str_detach(&text);
}

/* ---- anchors --------------------------------------------------------------------- */

bool wb_markdown_has_anchor(const struct wb_markdown_parts *parts, const char *anchor) {
  for (size_t i = 0; i < parts->count; i++)
    if (parts->items[i].kind == WB_PART_HEADING && strcmp(parts->items[i].info, anchor) == 0)
      return true;
  return false;
}

/* ---- nodes ------------------------------------------------------------------------ */

static char *copy_or_empty(const char *text) { return wb_strdup(text != NULL ? text : ""); }

/* A block that is indented has no line but those of its text; libcmark does not tell which it is.
 */
static bool has_fence(const char *markdown, unsigned line) {
  const char *at = markdown;
  for (; line > 1 && at != NULL; line--) {
    at = strchr(at, '\n');
    if (at != NULL) at++;
  }
  if (at == NULL) return false;
  const size_t length = strcspn(at, "\n");
  const char *fence = strstr(at, "```");
  if (fence == NULL || fence >= at + length) fence = strstr(at, "~~~");
  return fence != NULL && fence < at + length;
}

/* NULL where it cannot be read. */
static char *words_of_diagram(const char *block) {
  struct wb_diagram diagram = {0};
  char *words = wb_diagram_read(&diagram, block, NULL) ? wb_diagram_words(&diagram) : NULL;
  wb_diagram_release(&diagram);
  return words;
}

static void add_code_block(struct wb_markdown_parts *parts, cmark_node *node,
                           const char *markdown) {
  char *text = copy_or_empty(cmark_node_get_literal(node));
  const unsigned line = line_of(node);
  struct wb_markdown_part *part;
  if (wb_node_is_drawing(node))
    part = add_part(parts, WB_PART_DRAWING, line, text, wb_node_drawing_words(node));
  else if (wb_node_is_diagram(node))
    part = add_part(parts, WB_PART_DIAGRAM, line, text, words_of_diagram(text));
  else if (wb_node_is_source(node))
    part = add_part(parts, WB_PART_SOURCE, line, text, wb_node_comment_before(node, "code"));
  else
    part =
        add_part(parts, WB_PART_OTHER, line, text, copy_or_empty(cmark_node_get_fence_info(node)));
  part->columns = wb_node_columns(node);
  part->text_line = line + (has_fence(markdown, line) ? 1 : 0);
}

static void add_heading(struct wb_markdown_parts *parts, cmark_node *node) {
  char *text = text_of_inlines(node);
  add_part(parts, WB_PART_HEADING, line_of(node), text, wb_slug_of(text));
}

static void add_node(struct wb_markdown_parts *parts, cmark_node *node, const char *markdown) {
  switch (cmark_node_get_type(node)) {
    case CMARK_NODE_PARAGRAPH:
      add_part(parts, WB_PART_PROSE, line_of(node), text_of_inlines(node), NULL);
      break;
    case CMARK_NODE_HEADING:
      add_heading(parts, node);
      break;
    case CMARK_NODE_CODE_BLOCK:
      add_code_block(parts, node, markdown);
      break;
    case CMARK_NODE_LINK:
    case CMARK_NODE_IMAGE:
      add_part(parts, cmark_node_get_type(node) == CMARK_NODE_LINK ? WB_PART_LINK : WB_PART_IMAGE,
               line_of(node), text_of_inlines(node), copy_or_empty(cmark_node_get_url(node)));
      break;
    default:
      break;
  }
}

void wb_markdown_parts_read(struct wb_markdown_parts *parts, const char *markdown, size_t length) {
  cmark_node *root = cmark_parse_document(markdown, length, CMARK_OPT_VALIDATE_UTF8);
  cmark_iter *walk = cmark_iter_new(root);
  for (cmark_event_type event = cmark_iter_next(walk); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(walk))
    if (event == CMARK_EVENT_ENTER) add_node(parts, cmark_iter_get_node(walk), markdown);
  cmark_iter_free(walk);
  cmark_node_free(root);
}

void wb_markdown_parts_release(struct wb_markdown_parts *parts) {
  for (size_t i = 0; i < parts->count; i++) {
    free(parts->items[i].text);
    free(parts->items[i].info);
  }
  free(parts->items);
  memset(parts, 0, sizeof *parts);
}
