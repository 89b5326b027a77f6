/* What the pages of a book have in common: their order, their head and foot, and where links
 * lead. Nobody outside the folder includes this. */
#ifndef WB_AUTHORING_BOOK_PAGES_H
#define WB_AUTHORING_BOOK_PAGES_H

#include "authoring/book/book.h"
#include "text/html.h"
#include "session/glossary.h"

/* What the course is called. */
const char *wb_book_title(const struct wb_catalog *catalog);

/* Titles and addresses of the pages that come one after the other. */
struct wb_book_page {
  char *file;    /* of the site: "puzzle-01-map.html" */
  char *title;   /* "1. Map" */
  char *from;    /* of the course: "puzzles/01-map/lesson.md"; NULL: it is of no single file */
  char *kind;    /* what ids of headings of that file begin with: "lesson" */
  size_t puzzle; /* index in the catalog; SIZE_MAX: it is no puzzle's */
  struct wb_chapter chapter; /* of a page of a chapter: `end` is not 0 */
};
struct wb_book_pages {
  const struct wb_book *book;
  struct wb_glossary glossary;
  struct wb_book_page *items; /* the first is the contents */
  size_t count, capacity;
};
enum wb_status wb_book_pages_list(struct wb_book_pages *pages, const struct wb_book *book,
                                  struct wb_error *err);
void wb_book_pages_release(struct wb_book_pages *pages);

/* Where a part of a page goes: on a page of its own, or in the one page to print, where ids and
 * links begin with what tells the pages apart. */
struct wb_book_part {
  const struct wb_book_pages *pages;
  const struct wb_book_page *page;
  struct wb_str *out;
  bool print;
  char prefix[32]; /* of ids: "", or "p3-" */
  unsigned level;  /* of its main heading */
};
struct wb_book_part wb_book_part_of(const struct wb_book_pages *pages, size_t page, bool print,
                                    struct wb_str *out);

/* Beginning and end of a page; `index` SIZE_MAX is the one to print. */
void wb_book_begin_page(const struct wb_book_pages *pages, size_t index, struct wb_str *out);
void wb_book_end_page(const struct wb_book_pages *pages, size_t index, struct wb_str *out);

/* The address of another page, from where the part is. */
void wb_book_add_address(const struct wb_book_part *part, const struct wb_book_page *page);
/* That of a place on it: "word-kernel" for the kind "word" and the name "kernel". */
void wb_book_add_place(const struct wb_book_part *part, const struct wb_book_page *page,
                       const char *kind, const char *name);

/* A page of Markdown of the course at `path` (absolute; it need not be there), whose ids begin
 * with `kind`; without its title. False: it is not there. */
bool wb_book_add_markdown(const struct wb_book_part *part, const char *path, const char *kind,
                          unsigned level);
/* Markdown that is in no file of its own, as hints are. */
void wb_book_add_text(const struct wb_book_part *part, const char *markdown, const char *kind,
                      unsigned level);

/* ---- parts: parts.c ---- */

void wb_book_add_contents(const struct wb_book_part *part);
void wb_book_add_chapter(const struct wb_book_part *part);
void wb_book_add_puzzle(const struct wb_book_part *part);
void wb_book_add_glossary(const struct wb_book_part *part);
/* Of a puzzle: what is folded on its page and at the end of the printed book. */
void wb_book_add_hints(const struct wb_book_part *part);
void wb_book_add_solution(const struct wb_book_part *part);

#endif
