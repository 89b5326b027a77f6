/* A text told paragraph by paragraph: what `more` goes on with. */
#ifndef WB_PLAIN_PAGES_H
#define WB_PLAIN_PAGES_H

#include "base/file.h"
#include "plain/output.h"

struct wb_pages {
  struct wb_names parts; /* paragraphs, as wb_say_spelled() takes them */
  size_t next;           /* that `more` tells; the count: none */
};

void wb_pages_init(struct wb_pages *pages);
void wb_pages_release(struct wb_pages *pages); /* leaves it empty */

/* The paragraphs of a document: what stands between empty lines. A heading
 * stays with what follows, and is called one; a block of code is one paragraph,
 * and says how long it is. */
void wb_pages_take(struct wb_pages *pages, const struct wb_plain_output *output,
                   const struct wb_document *document);

#endif
