/* Texts as parts of a web page: lessons, source, drawings. The words of a course are whatever
 * somebody wrote there: all of it comes out as text. No markup, no script and no address but those
 * written here gets into the page.
 *
 * What is added to `out` is well-formed as XML and as HTML. Colours and letters are the style
 * sheet's (workbench/book/book.css); the classes below say what a thing is. */
#ifndef WB_TEXT_HTML_H
#define WB_TEXT_HTML_H

#include <stdbool.h>

#include "base/str.h"
#include "text/diagram.h"
#include "text/page_link.h"

/* Characters as they are shown (base/clean.h), with the five that mean something in HTML escaped:
 * fit for text and for attributes in double quotes. */
void wb_html_text(struct wb_str *out, const char *text);

/* OpenCL C: <pre class="source">, a <span class="line"> for each line, and in these spans of class
 * k (keyword), t (type), b (built-in), n (number), s (string), c (comment), d (directive). */
void wb_html_source(struct wb_str *out, enum wb_source_kind language, const char *source,
                    size_t length);

/* The same with something about some lines. `note` may add markup, which stands below line `line`
 * (from 1) and is told from the source by the class "note"; true: the line is of the class
 * "marked", too. */
struct wb_html_notes {
  bool (*note)(size_t line, struct wb_str *out, void *data);
  void *data;
};
void wb_html_noted_source(struct wb_str *out, enum wb_source_kind language, const char *source,
                          size_t length, const struct wb_html_notes *notes);

/* A drawing of characters as <figure class="drawing">: one SVG in the colour of its
 * surroundings, in which lines of box-drawing characters are lines, so that they meet in every
 * font. `words` say what it shows (the figure's alternative); NULL: nobody said it. */
void wb_html_drawing(struct wb_str *out, const char *drawing, const char *words);

/* A drawing that is data (text/diagram.h) as <figure class="drawing diagram"> with one SVG, whose
 * <title> and <desc> say it in words. What its parts are is in classes (html_diagram.c). */
void wb_html_diagram(struct wb_str *out, const struct wb_diagram *diagram);

struct wb_html_page {
  const char *from;   /* of the page in its course, as "puzzles/01-map/lesson.md" */
  const char *prefix; /* of the ids of its headings; they go on with wb_slug_of() */
  unsigned level;     /* what its headings of level 1 become; at least 1 */
  bool without_title; /* its first block is left out, where that is a heading of level 1, as the
                         page has a title; another heading of level 1 is shown as one of level 2 */
  /* Adds where in the site a page of the course is (`link` is of kind WB_LINK_PAGE); false: it is
   * not there, and the link is shown as text. NULL: none is. */
  bool (*address)(const struct wb_page_link *link, struct wb_str *out, void *data);
  void *data;
};

/* Our Markdown, as the screen shows it (text/styled.h): raw HTML is text, comments are left out, a
 * drawing has the words of the comment before it, tables stay as they are written. Images are
 * links, as nothing is loaded from elsewhere. */
void wb_html_markdown(struct wb_str *out, const char *markdown, size_t length,
                      const struct wb_html_page *page);

#endif
