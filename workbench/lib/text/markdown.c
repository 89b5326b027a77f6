#include <stdlib.h>
#include <string.h>

#include "text/styled.h"
#include "text/columns.h"
#include "text/diagram.h"
#include "text/markdown_nodes.h"
#include "text/markdown_rows.h"
#include "text/wrap.h"

enum { LEAST_WIDTH = 10, CODE_INDENT = 4, DEPTH_MAX = 40 };

/* Where the walk through the document stands. */
struct renderer {
  struct wb_wrap wrap;
  enum wb_style style;  /* of running text, from the block and inline nodes around */
  const char *markdown; /* the page, `length` bytes; NULL: a cell of a table */
  size_t length;
  bool keep_lines; /* rows that are no table: line ends of the source stay */
  bool tight;      /* in a tight list: no blank line between blocks */
  bool first;      /* no block before on this level: no blank line */
  bool tells;      /* drawings are told in words */
  unsigned depth;  /* of nodes in nodes */
};

static void render_children(struct renderer *r, cmark_node *node);

static void add_text(struct renderer *r, enum wb_style style, const char *text) {
  if (text != NULL) wb_wrap_text(&r->wrap, style, text, strlen(text));
}

static void add_glue(struct renderer *r, enum wb_style style, const char *text) {
  if (text != NULL) wb_wrap_glue(&r->wrap, style, text, strlen(text));
}

/* ---- inlines ---------------------------------------------------------------- */

static void inline_text(struct renderer *r, cmark_node *node) {
  add_text(r, r->style, cmark_node_get_literal(node));
}

static void inline_break(struct renderer *r, cmark_node *node) {
  if (r->keep_lines || cmark_node_get_type(node) == CMARK_NODE_LINEBREAK)
    wb_wrap_end_line(&r->wrap);
  else
    add_text(r, r->style, " ");
}

static void inline_code(struct renderer *r, cmark_node *node) {
  add_text(r, WB_STYLE_CODE, cmark_node_get_literal(node));
}

static void in_style(struct renderer *r, cmark_node *node, enum wb_style style) {
  enum wb_style before = r->style;
  r->style = style;
  render_children(r, node);
  r->style = before;
}

static void inline_emphasis(struct renderer *r, cmark_node *node) {
  in_style(r, node, WB_STYLE_EMPHASIS);
}

static void inline_strong(struct renderer *r, cmark_node *node) {
  in_style(r, node, WB_STYLE_STRONG);
}

/* Whether a link's text is its own address. */
static bool shows_address(cmark_node *node, const char *url) {
  cmark_node *child = cmark_node_first_child(node);
  const char *text = child != NULL ? cmark_node_get_literal(child) : NULL;
  return text != NULL && cmark_node_next(child) == NULL &&
         (strcmp(text, url) == 0 || (wb_starts_with(url, "mailto:") && strcmp(text, url + 7) == 0));
}

static void inline_link(struct renderer *r, cmark_node *node) {
  const char *url = cmark_node_get_url(node);
  in_style(r, node, WB_STYLE_LINK);
  if (url == NULL || url[0] == '\0' || shows_address(node, url)) return;
  add_text(r, r->style, " ");
  add_glue(r, r->style, "(");
  add_glue(r, WB_STYLE_LINK, url);
  add_glue(r, r->style, ")");
}

static void inline_image(struct renderer *r, cmark_node *node) {
  add_glue(r, r->style, "[");
  render_children(r, node);
  add_glue(r, r->style, "]");
  add_text(r, r->style, " ");
  add_glue(r, r->style, "(");
  add_glue(r, WB_STYLE_LINK, cmark_node_get_url(node));
  add_glue(r, r->style, ")");
}

/* ---- blocks ----------------------------------------------------------------- */

static void begin_block(struct renderer *r) {
  if (!r->first && !r->tight) wb_wrap_blank_line(&r->wrap);
  r->first = false;
}

static bool is_table_row(cmark_node *paragraph) {
  cmark_node *child = cmark_node_first_child(paragraph);
  const char *text = child != NULL ? cmark_node_get_literal(child) : NULL;
  return text != NULL && cmark_node_get_type(child) == CMARK_NODE_TEXT && text[0] == '|';
}

static bool block_table(struct renderer *r, cmark_node *paragraph);

static void block_paragraph(struct renderer *r, cmark_node *node) {
  if (is_table_row(node) && block_table(r, node)) return;
  begin_block(r);
  r->keep_lines = is_table_row(node);
  render_children(r, node);
  wb_wrap_end_line(&r->wrap);
  r->keep_lines = false;
}

static void block_heading(struct renderer *r, cmark_node *node) {
  begin_block(r);
  in_style(r, node, WB_STYLE_HEADING);
  wb_wrap_end_line(&r->wrap);
}

static void copy_line(struct wb_document *to, const struct wb_line *line) {
  for (size_t i = 0; i < line->n_spans; i++)
    wb_document_add(to, line->spans[i].style, line->spans[i].text, strlen(line->spans[i].text));
}

static void plain_code(const char *text, struct wb_document *out) {
  for (const char *line = text; *line != '\0';) {
    size_t length = strcspn(line, "\n");
    wb_document_add_line(out);
    wb_document_add(out, WB_STYLE_CODE, line, length);
    line += length + (line[length] == '\n');
  }
}

/* ---- code blocks ----------------------------------------------------------- */

static void tell_words(struct renderer *r, const char *words) {
  begin_block(r);
  add_text(r, r->style, "Drawing: ");
  add_text(r, r->style, words);
  wb_wrap_end_line(&r->wrap);
}

static bool tell_drawing(struct renderer *r, cmark_node *node) {
  char *text = r->tells && wb_node_is_drawing(node) ? wb_node_drawing_words(node) : NULL;
  if (text == NULL) return false;
  tell_words(r, text);
  free(text);
  return true;
}

/* The columns that are left for a block. */
static size_t room_of(const struct renderer *r) {
  const size_t used = wb_text_width(r->wrap.indent.data);
  return used < r->wrap.width ? r->wrap.width - used : 0;
}

/* A drawing that just fits does without the indent: it would be cut for a margin. */
static size_t code_indent(const struct renderer *r, size_t columns) {
  const size_t left = room_of(r) > columns ? room_of(r) - columns : 0;
  return left < CODE_INDENT ? left : CODE_INDENT;
}

static void put_code(struct renderer *r, const struct wb_document *code, size_t columns) {
  const size_t indent = code_indent(r, columns);
  for (size_t i = 0; i < code->n_lines; i++) {
    wb_wrap_open_line(&r->wrap);
    if (code->lines[i].n_spans > 0)
      wb_document_add(r->wrap.document, WB_STYLE_PLAIN, "        ", indent);
    copy_line(r->wrap.document, &code->lines[i]);
    wb_wrap_end_line(&r->wrap);
  }
}

/* ---- drawings that are data ------------------------------------------------------------------ */

/* However wide a page is, a drawing is as on the narrowest screen that shows it whole. */
static size_t diagram_room(size_t room) { return room < WB_PAGE_COLUMNS ? room : WB_PAGE_COLUMNS; }

static void put_mistake(struct renderer *r, const struct wb_diagram_mistake *mistake) {
  char *text = wb_format("Line %u of this drawing: %s. %s", mistake->line, mistake->message,
                         mistake->remedy);
  wb_wrap_text(&r->wrap, WB_STYLE_BAD, text, strlen(text));
  wb_wrap_end_line(&r->wrap);
  free(text);
}

/* A block that cannot be read is shown as it is written, with its first mistake. */
static void put_broken_diagram(struct renderer *r, const char *text,
                               const struct wb_diagram_mistakes *mistakes) {
  struct wb_document code = {0};
  plain_code(text, &code);
  put_code(r, &code, wb_code_columns(text));
  if (mistakes->count > 0) put_mistake(r, &mistakes->items[0]);
  wb_document_release(&code);
}

static void put_diagram(struct renderer *r, const struct wb_diagram *diagram) {
  struct wb_document drawn = {0};
  const size_t room = diagram_room(room_of(r));
  wb_diagram_draw(diagram, room, &drawn);
  put_code(r, &drawn, wb_diagram_columns(diagram, room));
  wb_document_release(&drawn);
}

static void block_diagram(struct renderer *r, cmark_node *node) {
  struct wb_diagram diagram = {0};
  struct wb_diagram_mistakes mistakes = {0};
  const char *text = cmark_node_get_literal(node);
  const bool reads = wb_diagram_read(&diagram, text, &mistakes);
  if (reads && r->tells) {
    char *words = wb_diagram_words(&diagram);
    tell_words(r, words);
    free(words);
  } else {
    begin_block(r);
    if (reads)
      put_diagram(r, &diagram);
    else
      put_broken_diagram(r, text, &mistakes);
  }
  wb_diagram_mistakes_release(&mistakes);
  wb_diagram_release(&diagram);
}

/* ---- tables ------------------------------------------------------------------------------ */

static void add_cell(struct renderer *r, const char *cell, enum wb_style style) {
  cmark_node *root = NULL, *inlines = wb_markdown_cell_parse(cell, &root);
  const enum wb_style before = r->style;
  r->style = style;
  if (inlines != NULL) render_children(r, inlines);
  r->style = before;
  if (root != NULL) cmark_node_free(root);
}

static void render_cell(const char *cell, bool heading, size_t width,
                        struct wb_document *document) {
  struct renderer r = {.style = WB_STYLE_PLAIN};
  wb_wrap_init(&r.wrap, document, width);
  add_cell(&r, cell, heading ? WB_STYLE_STRONG : WB_STYLE_PLAIN);
  wb_wrap_end_line(&r.wrap);
  wb_wrap_release(&r.wrap);
}

/* "word: work-group; CUDA: block." Empty cells are left out. */
static void tell_row(struct renderer *r, const struct wb_markdown_table *table, size_t row) {
  bool said = false, ends = false;
  for (size_t i = 0; i < table->columns; i++) {
    const char *heading = wb_markdown_table_cell(table, 0, i);
    const char *cell = wb_markdown_table_cell(table, row, i);
    if (cell[0] == '\0') continue;
    if (said) add_text(r, r->style, "; ");
    add_cell(r, heading, r->tells ? r->style : WB_STYLE_STRONG);
    if (heading[0] != '\0') add_text(r, r->style, ": ");
    add_cell(r, cell, r->style);
    ends = strchr(".?!", cell[strlen(cell) - 1]) != NULL;
    said = true;
  }
  if (said && !ends) add_glue(r, r->style, ".");
  wb_wrap_end_line(&r->wrap);
}

/* One sentence a row: for who listens, and where columns would be too narrow. */
static void tell_table(struct renderer *r, const struct wb_markdown_table *table) {
  char *count = wb_format("Table of %zu row%s:", table->rows - 1, table->rows == 2 ? "" : "s");
  if (r->tells) add_text(r, r->style, count);
  wb_wrap_end_line(&r->wrap);
  for (size_t row = 1; row < table->rows; row++) {
    const size_t indent = r->wrap.indent.length;
    wb_wrap_marker(&r->wrap, WB_STYLE_STRONG, r->tells ? "" : "• ");
    if (!r->tells) wb_str_add(&r->wrap.indent, "  ");
    tell_row(r, table, row);
    r->wrap.indent.length = indent;
    if (r->wrap.indent.capacity > 0) r->wrap.indent.data[indent] = '\0';
  }
  free(count);
}

static void put_lines(struct renderer *r, const struct wb_document *lines) {
  for (size_t i = 0; i < lines->n_lines; i++) {
    wb_wrap_open_line(&r->wrap);
    copy_line(r->wrap.document, &lines->lines[i]);
    wb_wrap_end_line(&r->wrap);
  }
}

static bool block_table(struct renderer *r, cmark_node *paragraph) {
  struct wb_markdown_table table;
  struct wb_document drawn = {0};
  if (r->markdown == NULL || !wb_markdown_table_read(&table, paragraph, r->markdown, r->length))
    return false;
  begin_block(r);
  if (!r->tells && wb_markdown_table_draw(&table, room_of(r), render_cell, &drawn))
    put_lines(r, &drawn);
  else
    tell_table(r, &table);
  wb_document_release(&drawn);
  wb_markdown_table_release(&table);
  return true;
}

/* ---- other code -------------------------------------------------------------------------- */

static void block_code(struct renderer *r, cmark_node *node) {
  if (wb_node_is_diagram(node)) {
    block_diagram(r, node);
    return;
  }
  if (tell_drawing(r, node)) return;
  struct wb_document code = {0};
  const char *text = cmark_node_get_literal(node);
  begin_block(r);
  if (wb_node_is_lua(node))
    wb_source_render(WB_SOURCE_LUA, text, strlen(text), &code);
  else if (wb_node_is_source(node))
    wb_source_render(WB_SOURCE_OPENCL_C, text, strlen(text), &code);
  else
    plain_code(text, &code);
  put_code(r, &code, wb_code_columns(text));
  wb_document_release(&code);
}

/* Renders the children after a deeper indent; `marker` replaces its end on
 * the first line. */
static void render_indented(struct renderer *r, cmark_node *node, const char *indent,
                            const char *marker) {
  size_t before = r->wrap.indent.length;
  wb_str_add(&r->wrap.indent, indent);
  wb_wrap_marker(&r->wrap, WB_STYLE_STRONG, marker);
  r->first = true;
  render_children(r, node);
  if (r->wrap.marker.length > 0) wb_wrap_open_line(&r->wrap); /* an empty item */
  wb_wrap_end_line(&r->wrap);
  r->wrap.indent.length = before;
  if (r->wrap.indent.capacity > 0) r->wrap.indent.data[before] = '\0';
  r->first = false;
}

static void block_quote(struct renderer *r, cmark_node *node) {
  enum wb_style style = r->style;
  enum wb_style indent_style = r->wrap.indent_style;
  begin_block(r);
  r->style = WB_STYLE_QUOTE;
  r->wrap.indent_style = WB_STYLE_QUOTE;
  bool tight = r->tight;
  r->tight = false;
  render_indented(r, node, "│ ", "");
  r->tight = tight;
  r->style = style;
  r->wrap.indent_style = indent_style;
}

static char *item_marker(cmark_node *list, int number) {
  const char *dot = cmark_node_get_list_delim(list) == CMARK_PAREN_DELIM ? ")" : ".";
  if (cmark_node_get_list_type(list) == CMARK_ORDERED_LIST) return wb_format("%d%s ", number, dot);
  return wb_strdup("• ");
}

static void block_list(struct renderer *r, cmark_node *list) {
  bool tight = r->tight;
  int number = cmark_node_get_list_start(list);
  begin_block(r);
  r->first = true;
  for (cmark_node *item = cmark_node_first_child(list); item; item = cmark_node_next(item)) {
    char *marker = item_marker(list, number++);
    char *indent = wb_format("%*s", (int)wb_text_width(marker), "");
    r->tight = cmark_node_get_list_tight(list) != 0;
    begin_block(r);
    render_indented(r, item, indent, marker);
    free(indent);
    free(marker);
  }
  r->tight = tight;
}

static void block_rule(struct renderer *r, cmark_node *node) {
  (void)node;
  begin_block(r);
  wb_wrap_open_line(&r->wrap);
  size_t used = wb_text_width(r->wrap.indent.data);
  for (size_t i = used; i < r->wrap.width; i++)
    wb_document_add(r->wrap.document, WB_STYLE_QUOTE, "─", strlen("─"));
  wb_wrap_end_line(&r->wrap);
}

static void inline_html(struct renderer *r, cmark_node *node) {
  if (!wb_node_is_comment(node)) inline_text(r, node);
}

static void block_html(struct renderer *r, cmark_node *node) {
  if (wb_node_is_comment(node)) return;
  begin_block(r);
  inline_text(r, node);
  wb_wrap_end_line(&r->wrap);
}

/* ---- the walk --------------------------------------------------------------- */

typedef void (*render_node)(struct renderer *r, cmark_node *node);

static const render_node renderers[] = {
    [CMARK_NODE_BLOCK_QUOTE] = block_quote, [CMARK_NODE_LIST] = block_list,
    [CMARK_NODE_ITEM] = render_children,    [CMARK_NODE_CODE_BLOCK] = block_code,
    [CMARK_NODE_HTML_BLOCK] = block_html,   [CMARK_NODE_PARAGRAPH] = block_paragraph,
    [CMARK_NODE_HEADING] = block_heading,   [CMARK_NODE_THEMATIC_BREAK] = block_rule,
    [CMARK_NODE_TEXT] = inline_text,        [CMARK_NODE_SOFTBREAK] = inline_break,
    [CMARK_NODE_LINEBREAK] = inline_break,  [CMARK_NODE_CODE] = inline_code,
    [CMARK_NODE_HTML_INLINE] = inline_html, [CMARK_NODE_EMPH] = inline_emphasis,
    [CMARK_NODE_STRONG] = inline_strong,    [CMARK_NODE_LINK] = inline_link,
    [CMARK_NODE_IMAGE] = inline_image,
};

/* What lies deeper than any text that is meant to be read is left out. */
static void render_children(struct renderer *r, cmark_node *node) {
  if (r->depth == DEPTH_MAX) {
    add_text(r, WB_STYLE_DIM, "\xE2\x80\xA6");
    return;
  }
  r->depth++;
  for (cmark_node *child = cmark_node_first_child(node); child; child = cmark_node_next(child)) {
    size_t type = (size_t)cmark_node_get_type(child);
    if (type < sizeof renderers / sizeof renderers[0] && renderers[type] != NULL)
      renderers[type](r, child);
  }
  r->depth--;
}

static void render_document(const char *markdown, size_t length, unsigned width, bool tells,
                            struct wb_document *document) {
  struct renderer r = {.style = WB_STYLE_PLAIN,
                       .first = true,
                       .tells = tells,
                       .markdown = markdown,
                       .length = length};
  cmark_node *root = cmark_parse_document(markdown, length, CMARK_OPT_VALIDATE_UTF8);
  wb_wrap_init(&r.wrap, document, width < LEAST_WIDTH ? LEAST_WIDTH : width);
  render_children(&r, root);
  wb_wrap_end_line(&r.wrap);
  wb_wrap_release(&r.wrap);
  cmark_node_free(root);
}

const char *wb_markdown_after_title(const char *markdown) {
  if (strncmp(markdown, "# ", 2) != 0) return markdown;
  const char *end = markdown + strcspn(markdown, "\n");
  return end + strspn(end, "\n");
}

void wb_markdown_render(const char *markdown, size_t length, unsigned width,
                        struct wb_document *document) {
  render_document(markdown, length, width, false, document);
}

void wb_markdown_tell(const char *markdown, size_t length, unsigned width,
                      struct wb_document *document) {
  render_document(markdown, length, width, true, document);
}

unsigned wb_markdown_code_columns(const char *markdown, size_t length) {
  size_t widest = 0;
  cmark_node *root = cmark_parse_document(markdown, length, CMARK_OPT_VALIDATE_UTF8);
  cmark_iter *walk = cmark_iter_new(root);
  while (cmark_iter_next(walk) != CMARK_EVENT_DONE) {
    cmark_node *node = cmark_iter_get_node(walk);
    if (cmark_node_get_type(node) != CMARK_NODE_CODE_BLOCK) continue;
    const size_t columns = wb_node_columns(node);
    if (columns > widest) widest = columns;
  }
  cmark_iter_free(walk);
  cmark_node_free(root);
  return (unsigned)widest;
}
