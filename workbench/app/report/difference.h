/* Two texts and what differs between them, as a document: what `diff` and
 * `history` print and the screen shows. Signs tell it, colours only help. */
#ifndef WB_REPORT_DIFFERENCE_H
#define WB_REPORT_DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "text/styled.h"

struct wb_version {
  const char *name; /* "your kernel": stands above it */
  const char *text;
  size_t length;
  enum wb_source_kind language;
};

enum wb_difference_form {
  /* One below the other: lines that go have '-' before them, lines that come
   * '+'; three of the others around. */
  WB_DIFFERENCE_LINES,
  /* All of both, in two columns: '|' between lines that differ, '<' after one that
   * only the left has, '>' before one that only the right has. */
  WB_DIFFERENCE_SIDES
};

/* Columns that two sides need to be readable. */
enum { WB_DIFFERENCE_SIDES_COLUMNS = 76 };

/* Adds lines of at most `width` columns; longer source goes on beneath. Returns
 * how many lines differ: 0 where the texts are the same, and then that is what
 * the document says. */
size_t wb_report_difference(const struct wb_version *old, const struct wb_version *new,
                            enum wb_difference_form form, unsigned width,
                            struct wb_document *document);

#endif
