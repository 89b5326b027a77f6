/* A course as a static web site: its lessons, starters, hints, solutions with what they do step by
 * step, and glossary, as pages that need no server and no script (docs/book.md).
 *
 * What a course keeps from its learners (its policies, docs/courses.md) is not in its book: hints
 * only where they come at any time, solutions and explanations only where they are shown to
 * whoever asks. */
#ifndef WB_AUTHORING_BOOK_BOOK_H
#define WB_AUTHORING_BOOK_BOOK_H

#include "course/course.h"
#include "judge_client/catalog.h"
#include "report/site.h"

struct wb_book {
  const struct wb_course *course;
  const struct wb_catalog *catalog; /* its puzzles' specs are right */
  /* Beside the catalog's puzzles: what came of the accepted solution, judged with a trace. A
   * zeroed result, or NULL for all of them: there are no steps to show. */
  const struct wb_result *solutions;
};

/* WB_ERR_SPEC for a course of which no book can be made: a spec or a glossary with a mistake. */
enum wb_status wb_book_check(const struct wb_catalog *catalog, struct wb_error *err);

/* Whether solutions are shown: whether it is worth to judge them. */
bool wb_book_shows_solutions(const struct wb_catalog *catalog);

extern const struct wb_site_kind wb_book_site;

/* Makes all files of the book, in a site that was begun. */
enum wb_status wb_book_make(const struct wb_book *book, struct wb_site *site, struct wb_error *err);

/* Style sheet and script alone, which other sites have, too; `more` is a style sheet of theirs
 * beside the book's, or NULL. */
enum wb_status wb_book_add_look(struct wb_site *site, const char *more, struct wb_error *err);

#endif
