#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/slug.h"
#include "text/html.h"
#include "text/markdown_nodes.h"
#include "text/markdown_table.h"
#include "text/styled.h"

enum { DEPTH_MAX = 40, LEVEL_MAX = 6 };

/* Where the walk through the page stands. */
struct renderer {
  struct wb_str *out;
  const struct wb_html_page *page;
  struct wb_names ids;  /* that its headings have so far */
  cmark_node *title;    /* the block to leave out; NULL: none */
  const char *markdown; /* the page, `length` bytes */
  size_t length;
  bool keep_lines; /* rows that are no table: line ends of the source stay */
  bool tight;      /* in a tight list: paragraphs are bare */
  bool in_link;    /* links do not nest */
  unsigned depth;
};

static void render_children(struct renderer *r, cmark_node *node);

static void add_literal(struct renderer *r, cmark_node *node) {
  const char *text = cmark_node_get_literal(node);
  if (text != NULL) wb_html_text(r->out, text);
}

static void in_element(struct renderer *r, cmark_node *node, const char *name) {
  wb_str_addf(r->out, "<%s>", name);
  render_children(r, node);
  wb_str_addf(r->out, "</%s>", name);
}

/* ---- inlines --------------------------------------------------------------------- */

static void inline_break(struct renderer *r, cmark_node *node) {
  const bool ends = r->keep_lines || cmark_node_get_type(node) == CMARK_NODE_LINEBREAK;
  wb_str_add(r->out, ends ? "<br/>\n" : "\n");
}

static void inline_code(struct renderer *r, cmark_node *node) {
  wb_str_add(r->out, "<code>");
  add_literal(r, node);
  wb_str_add(r->out, "</code>");
}

static void inline_emphasis(struct renderer *r, cmark_node *node) { in_element(r, node, "em"); }

static void inline_strong(struct renderer *r, cmark_node *node) { in_element(r, node, "strong"); }

static void inline_html(struct renderer *r, cmark_node *node) {
  if (!wb_node_is_comment(node)) add_literal(r, node);
}

/* Adds where a link leads from the site; false: nowhere that is allowed. */
static bool add_target(const struct renderer *r, const char *url, struct wb_str *out) {
  struct wb_page_link link = wb_page_link_read(r->page->from, url);
  bool leads = link.kind == WB_LINK_OUTSIDE;
  if (leads) wb_str_add(out, url);
  if (link.kind == WB_LINK_PAGE && r->page->address != NULL)
    leads = r->page->address(&link, out, r->page->data);
  wb_page_link_release(&link);
  return leads;
}

static void begin_link(struct renderer *r, const char *target) {
  wb_str_add(r->out, "<a href=\"");
  wb_html_text(r->out, target);
  wb_str_add(r->out, "\" rel=\"noreferrer\">");
}

static void end_link(struct renderer *r, bool leads, const char *url) {
  if (leads) {
    wb_str_add(r->out, "</a>");
  } else if (!r->in_link && url[0] != '\0') { /* its address is shown, so that nothing is lost */
    wb_str_add(r->out, " (<code>");
    wb_html_text(r->out, url);
    wb_str_add(r->out, "</code>)");
  }
}

static void inline_link(struct renderer *r, cmark_node *node) {
  const char *url = cmark_node_get_url(node) != NULL ? cmark_node_get_url(node) : "";
  const bool before = r->in_link;
  struct wb_str target;
  wb_str_init(&target);
  const bool leads = !before && add_target(r, url, &target);
  if (leads) begin_link(r, target.data);
  r->in_link = true;
  render_children(r, node);
  r->in_link = before;
  end_link(r, leads, url);
  wb_str_release(&target);
}

/* ---- blocks ---------------------------------------------------------------------- */

static bool is_table_row(cmark_node *paragraph) {
  cmark_node *child = cmark_node_first_child(paragraph);
  const char *text = child != NULL ? cmark_node_get_literal(child) : NULL;
  return text != NULL && cmark_node_get_type(child) == CMARK_NODE_TEXT && text[0] == '|';
}

static void add_cell(struct renderer *r, const struct wb_markdown_table *table, size_t row,
                     size_t column) {
  static const char *const classes[] = {[WB_TABLE_LEFT] = "",
                                        [WB_TABLE_RIGHT] = " class=\"right\"",
                                        [WB_TABLE_CENTRE] = " class=\"centre\""};
  const char *name = row == 0 ? "th" : "td";
  cmark_node *root = NULL;
  cmark_node *inlines = wb_markdown_cell_parse(wb_markdown_table_cell(table, row, column), &root);
  wb_str_addf(r->out, "<%s%s%s>", name, row == 0 ? " scope=\"col\"" : "",
              classes[table->sides[column]]);
  if (inlines != NULL) render_children(r, inlines);
  wb_str_addf(r->out, "</%s>", name);
  if (root != NULL) cmark_node_free(root);
}

static void add_row(struct renderer *r, const struct wb_markdown_table *table, size_t row) {
  wb_str_add(r->out, "<tr>");
  for (size_t i = 0; i < table->columns; i++) add_cell(r, table, row, i);
  wb_str_add(r->out, "</tr>\n");
}

static bool block_table(struct renderer *r, cmark_node *paragraph) {
  struct wb_markdown_table table;
  if (!wb_markdown_table_read(&table, paragraph, r->markdown, r->length)) return false;
  wb_str_add(r->out, "<div class=\"table\"><table>\n<thead>");
  add_row(r, &table, 0);
  wb_str_add(r->out, "</thead>\n");
  if (table.rows > 1) wb_str_add(r->out, "<tbody>\n");
  for (size_t row = 1; row < table.rows; row++) add_row(r, &table, row);
  if (table.rows > 1) wb_str_add(r->out, "</tbody>\n");
  wb_str_add(r->out, "</table></div>\n");
  wb_markdown_table_release(&table);
  return true;
}

static void block_paragraph(struct renderer *r, cmark_node *node) {
  if (is_table_row(node) && block_table(r, node)) return;
  r->keep_lines = is_table_row(node);
  if (r->keep_lines)
    wb_str_add(r->out, "<p class=\"rows\">");
  else if (!r->tight)
    wb_str_add(r->out, "<p>");
  render_children(r, node);
  wb_str_add(r->out, r->keep_lines || !r->tight ? "</p>\n" : "\n");
  r->keep_lines = false;
}

static void add_texts(cmark_node *node, unsigned depth, struct wb_str *out) {
  const cmark_node_type type = cmark_node_get_type(node);
  const char *text = cmark_node_get_literal(node);
  if (text != NULL && (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE)) wb_str_add(out, text);
  if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) wb_str_add_char(out, ' ');
  if (depth == DEPTH_MAX) return;
  for (cmark_node *child = cmark_node_first_child(node); child; child = cmark_node_next(child))
    add_texts(child, depth + 1, out);
}

/* The second "Notes" of a page is "notes-2". */
static char *make_id(struct renderer *r, cmark_node *heading) {
  struct wb_str text;
  wb_str_init(&text);
  add_texts(heading, 0, &text);
  char *slug = wb_slug_of(text.data), *id = wb_strdup(slug);
  for (unsigned again = 2; wb_names_have(&r->ids, id); again++) {
    free(id);
    id = wb_format("%s-%u", slug, again);
  }
  wb_names_add(&r->ids, id);
  wb_str_release(&text);
  free(slug);
  return id;
}

static void add_id(struct renderer *r, cmark_node *heading) {
  char *id = make_id(r, heading);
  wb_str_add(r->out, " id=\"");
  wb_html_text(r->out, r->page->prefix);
  wb_html_text(r->out, id);
  wb_str_add_char(r->out, '"');
  free(id);
}

static void block_heading(struct renderer *r, cmark_node *node) {
  unsigned deep = r->page->level + (unsigned)cmark_node_get_heading_level(node) - 1;
  if (r->page->without_title && deep == r->page->level) deep++; /* a page has one title */
  const unsigned level = deep > LEVEL_MAX ? LEVEL_MAX : deep;
  wb_str_addf(r->out, "<h%u", level);
  add_id(r, node);
  wb_str_add_char(r->out, '>');
  render_children(r, node);
  wb_str_addf(r->out, "</h%u>\n", level);
}

/* Links to it still lead to its place. */
static void leave_title_out(struct renderer *r) {
  wb_str_add(r->out, "<span");
  add_id(r, r->title);
  wb_str_add(r->out, "></span>\n");
}

/* One that cannot be read is shown as it is written, with its first mistake. */
static void block_diagram(struct renderer *r, cmark_node *node) {
  struct wb_diagram diagram = {0};
  struct wb_diagram_mistakes mistakes = {0};
  if (wb_diagram_read(&diagram, cmark_node_get_literal(node), &mistakes)) {
    wb_html_diagram(r->out, &diagram);
  } else {
    wb_str_add(r->out, "<pre><code>");
    add_literal(r, node);
    wb_str_addf(r->out,
                "</code></pre>\n<p><strong>Line %u of this drawing: ", mistakes.items[0].line);
    wb_html_text(r->out, mistakes.items[0].message);
    wb_str_add(r->out, "</strong></p>\n");
  }
  wb_diagram_mistakes_release(&mistakes);
  wb_diagram_release(&diagram);
}

static void block_code(struct renderer *r, cmark_node *node) {
  const char *text = cmark_node_get_literal(node);
  if (wb_node_is_diagram(node)) {
    block_diagram(r, node);
  } else if (wb_node_is_drawing(node)) {
    char *words = wb_node_drawing_words(node);
    wb_html_drawing(r->out, text, words);
    free(words);
  } else if (wb_node_is_source(node) || wb_node_is_lua(node)) {
    wb_html_source(r->out, wb_node_is_lua(node) ? WB_SOURCE_LUA : WB_SOURCE_OPENCL_C, text,
                   strlen(text));
  } else {
    wb_str_add(r->out, "<pre><code>");
    add_literal(r, node);
    wb_str_add(r->out, "</code></pre>\n");
  }
}

static void block_quote(struct renderer *r, cmark_node *node) {
  const bool tight = r->tight;
  r->tight = false;
  wb_str_add(r->out, "<blockquote>\n");
  render_children(r, node);
  wb_str_add(r->out, "</blockquote>\n");
  r->tight = tight;
}

static void block_item(struct renderer *r, cmark_node *node) {
  in_element(r, node, "li");
  wb_str_add_char(r->out, '\n');
}

static void block_list(struct renderer *r, cmark_node *list) {
  const bool tight = r->tight, ordered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST;
  const int start = cmark_node_get_list_start(list);
  r->tight = cmark_node_get_list_tight(list) != 0;
  if (ordered && start != 1)
    wb_str_addf(r->out, "<ol start=\"%d\">\n", start);
  else
    wb_str_add(r->out, ordered ? "<ol>\n" : "<ul>\n");
  render_children(r, list);
  wb_str_add(r->out, ordered ? "</ol>\n" : "</ul>\n");
  r->tight = tight;
}

static void block_rule(struct renderer *r, cmark_node *node) {
  (void)node;
  wb_str_add(r->out, "<hr/>\n");
}

static void block_html(struct renderer *r, cmark_node *node) {
  if (wb_node_is_comment(node)) return;
  wb_str_add(r->out, "<p>");
  add_literal(r, node);
  wb_str_add(r->out, "</p>\n");
}

/* ---- the walk -------------------------------------------------------------------- */

typedef void (*render_node)(struct renderer *r, cmark_node *node);

static const render_node renderers[] = {
    [CMARK_NODE_BLOCK_QUOTE] = block_quote, [CMARK_NODE_LIST] = block_list,
    [CMARK_NODE_ITEM] = block_item,         [CMARK_NODE_CODE_BLOCK] = block_code,
    [CMARK_NODE_HTML_BLOCK] = block_html,   [CMARK_NODE_PARAGRAPH] = block_paragraph,
    [CMARK_NODE_HEADING] = block_heading,   [CMARK_NODE_THEMATIC_BREAK] = block_rule,
    [CMARK_NODE_TEXT] = add_literal,        [CMARK_NODE_SOFTBREAK] = inline_break,
    [CMARK_NODE_LINEBREAK] = inline_break,  [CMARK_NODE_CODE] = inline_code,
    [CMARK_NODE_HTML_INLINE] = inline_html, [CMARK_NODE_EMPH] = inline_emphasis,
    [CMARK_NODE_STRONG] = inline_strong,    [CMARK_NODE_LINK] = inline_link,
    [CMARK_NODE_IMAGE] = inline_link,
};

/* What lies deeper than any text that is meant to be read is left out. */
static void render_children(struct renderer *r, cmark_node *node) {
  if (r->depth == DEPTH_MAX) {
    wb_str_add(r->out, "\xE2\x80\xA6");
    return;
  }
  r->depth++;
  for (cmark_node *child = cmark_node_first_child(node); child; child = cmark_node_next(child)) {
    const size_t type = (size_t)cmark_node_get_type(child);
    if (child != r->title && type < sizeof renderers / sizeof renderers[0] &&
        renderers[type] != NULL)
      renderers[type](r, child);
  }
  r->depth--;
}

static cmark_node *find_title(cmark_node *root) {
  cmark_node *first = cmark_node_first_child(root);
  const bool is_title = first != NULL && cmark_node_get_type(first) == CMARK_NODE_HEADING &&
                        cmark_node_get_heading_level(first) == 1;
  return is_title ? first : NULL;
}

void wb_html_markdown(struct wb_str *out, const char *markdown, size_t length,
                      const struct wb_html_page *page) {
  cmark_node *root = cmark_parse_document(markdown, length, CMARK_OPT_VALIDATE_UTF8);
  struct renderer r = {.out = out, .page = page, .markdown = markdown, .length = length};
  wb_names_init(&r.ids);
  if (page->without_title) r.title = find_title(root);
  if (r.title != NULL) leave_title_out(&r);
  render_children(&r, root);
  wb_names_release(&r.ids);
  cmark_node_free(root);
}
