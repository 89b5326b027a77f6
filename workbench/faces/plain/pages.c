#include "plain/pages.h"

#include <string.h>

void wb_pages_init(struct wb_pages *pages) {
  *pages = (struct wb_pages){0};
  wb_names_init(&pages->parts);
}

void wb_pages_release(struct wb_pages *pages) {
  wb_names_release(&pages->parts);
  wb_pages_init(pages);
}

/* ---- kinds of lines ---- */

static bool is_empty(const struct wb_line *line) { return wb_line_width(line) == 0; }

static bool is_heading(const struct wb_line *line) {
  bool heading = false;
  for (size_t i = 0; i < line->n_spans; i++) {
    if (line->spans[i].style != WB_STYLE_HEADING && line->spans[i].style != WB_STYLE_CODE)
      return false;
    heading = heading || line->spans[i].style == WB_STYLE_HEADING;
  }
  return heading;
}

/* Blocks of code stand behind four blanks that are a span of their own. */
static bool is_code(const struct wb_line *line) {
  static const char indent[] = "    ";
  return line->n_spans > 1 && line->spans[0].style == WB_STYLE_PLAIN &&
         strncmp(line->spans[0].text, indent, sizeof indent - 1) == 0;
}

/* ---- blocks ---- */

struct block {
  const struct wb_document *document;
  size_t first, end;
};

static bool begins_code(const struct wb_document *document, size_t line) {
  while (line < document->n_lines && is_empty(&document->lines[line])) line++;
  return line < document->n_lines && is_code(&document->lines[line]);
}

/* Up to the empty line after it; an empty line within code ends nothing. */
static struct block block_at(const struct wb_document *document, size_t first) {
  struct block block = {document, first, first + 1};
  bool code = is_code(&document->lines[first]);
  while (block.end < document->n_lines &&
         (!is_empty(&document->lines[block.end]) || (code && begins_code(document, block.end))))
    block.end++;
  return block;
}

static void spell_block(const struct wb_plain_output *output, const struct block *block,
                        struct wb_str *out) {
  const struct wb_document lines = {.lines = block->document->lines + block->first,
                                    .n_lines = block->end - block->first};
  if (is_heading(&lines.lines[0])) wb_str_add(out, "Heading: ");
  if (is_code(&lines.lines[0]))
    wb_str_addf(out, "Code or drawing, %zu line%s:\n", lines.n_lines, wb_plural(lines.n_lines));
  wb_say_document(output, &lines, out);
}

void wb_pages_take(struct wb_pages *pages, const struct wb_plain_output *output,
                   const struct wb_document *document) {
  struct wb_str text;
  wb_str_init(&text);
  wb_pages_release(pages);
  for (size_t line = 0; line < document->n_lines; line++) {
    if (is_empty(&document->lines[line])) continue;
    const struct block block = block_at(document, line);
    bool waits = is_heading(&document->lines[line]);
    spell_block(output, &block, &text);
    line = block.end - 1;
    if (waits) continue; /* for what it stands above */
    wb_names_add(&pages->parts, text.data);
    wb_str_clear(&text);
  }
  if (text.length > 0) wb_names_add(&pages->parts, text.data);
  wb_str_release(&text);
}
