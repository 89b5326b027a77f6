/* A page of Markdown (CommonMark, by libcmark) as the parts that somebody who checks it asks
 * about: its words, its code, its drawings and its links, each with its line. */
#ifndef WB_TEXT_MARKDOWN_PARTS_H
#define WB_TEXT_MARKDOWN_PARTS_H

#include <stdbool.h>
#include <stddef.h>

enum wb_part_kind {
  WB_PART_PROSE,   /* a paragraph: `text` is what is read, a line of it for each line of the source,
                      with code spans between backticks and no other markup */
  WB_PART_HEADING, /* the same; `info` is its anchor (wb_slug_of() in base/slug.h) */
  WB_PART_SOURCE,  /* a block of OpenCL C: `text`; `info` is the text of the comment
                      `<!-- code: … -->` right before it, or NULL */
  WB_PART_OTHER,   /* a block of another language; `info` is the language */
  WB_PART_DRAWING, /* a block of no language; `info` is what it shows in words, or NULL */
  WB_PART_DIAGRAM, /* a drawing that is data (diagram.h); `info` is what it shows in words, or NULL
                      where it cannot be read */
  WB_PART_LINK,    /* `info` is the address, `text` what is read */
  WB_PART_IMAGE    /* the same */
};

struct wb_markdown_part {
  enum wb_part_kind kind;
  unsigned line;      /* where it begins, from 1; of an inline part, about */
  char *text;         /* never NULL */
  char *info;         /* NULL where there is none */
  unsigned text_line; /* of a block: the first line of `text` */
  size_t columns;     /* of a block: of its widest line as it is shown */
};

/* In the order of the page; a link comes after the paragraph that it is in. A zeroed list is
 * empty. */
struct wb_markdown_parts {
  struct wb_markdown_part *items;
  size_t count, capacity;
};
/* `markdown` ends in a NUL. */
void wb_markdown_parts_read(struct wb_markdown_parts *parts, const char *markdown, size_t length);
void wb_markdown_parts_release(struct wb_markdown_parts *parts);

/* Whether a heading of the page has the anchor. */
bool wb_markdown_has_anchor(const struct wb_markdown_parts *parts, const char *anchor);

#endif
