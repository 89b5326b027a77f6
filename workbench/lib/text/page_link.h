/* Where a link of a page leads, by its address alone: no file is looked at. */
#ifndef WB_TEXT_PAGE_LINK_H
#define WB_TEXT_PAGE_LINK_H

enum wb_page_link_kind {
  WB_LINK_OUTSIDE, /* http, https or mailto: it is nobody's here */
  WB_LINK_PAGE,    /* a file beside or above the page, or a place in the page itself */
  WB_LINK_REFUSED  /* another scheme, an absolute path, or one that leaves the folder */
};

struct wb_page_link {
  enum wb_page_link_kind kind;
  char *path;   /* of a PAGE, from the same folder as `from`, without "." and ".."; else NULL */
  char *anchor; /* after '#'; NULL where there is none */
};

/* `from` is the page that has the link, as "puzzles/01-map/lesson.md". Release with
 * wb_page_link_release. */
struct wb_page_link wb_page_link_read(const char *from, const char *address);
void wb_page_link_release(struct wb_page_link *link);

#endif
