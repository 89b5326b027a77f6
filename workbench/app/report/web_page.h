/* What all web pages of ours have in common: the head, which allows nothing to be loaded from
 * elsewhere, the links at the top, and the foot. The look is workbench/book's. */
#ifndef WB_REPORT_WEB_PAGE_H
#define WB_REPORT_WEB_PAGE_H

#include <stddef.h>

#include "base/str.h"

/* A link at the top of each page, to another one of the site; the first is its beginning. */
struct wb_web_link {
  const char *file, *words;
};

/* Texts come from anywhere: they are escaped here. */
struct wb_web_page {
  const char *language; /* NULL: English */
  const char *title;    /* of the page; NULL: it has that of the site */
  const char *site;     /* the title of all of it */
  const char *label;    /* of the links at the top, for who hears them: "Book" */
  const char *style;    /* a style sheet beside the book's; NULL: none */
  const char *class;    /* of the body; NULL: none */
  const struct wb_web_link *links;
  size_t n_links;
};

/* As far as <main>. */
void wb_web_page_begin(const struct wb_web_page *page, struct wb_str *out);
/* `foot` is markup; NULL: none. */
void wb_web_page_end(const char *foot, struct wb_str *out);

#endif
