/* Hints: which come next, and how they are said. */
#ifndef WB_VERBS_HINTS_H
#define WB_VERBS_HINTS_H

#include "fields/fields.h"
#include "text/styled.h"
#include "verbs/verb.h"

/* The hints `first` up to but without `end`, from 0; none where they are equal. */
struct wb_hints {
  size_t first, end;
  unsigned shown;      /* how many count as shown from now on; 0: nothing changes */
  const char *mistake; /* what the course knows of the kernel as it is (session/mistake.h), the
                          caller's; NULL: nothing */
  bool mistake_first;  /* which is said in place of the hint that was asked for */
};

/* The next hint, or all of them where `all`; after the last one there is none. A course may want
 * runs to be judged first, and hints one by one (struct wb_course_summary): then there may be none
 * yet, and `all` are those that were given already. */
struct wb_hints wb_hints_next(const struct wb_request *request, bool all);

/* Adds what is known of the kernel. Unless it was told before, it takes the next hint's place: a
 * learner who hears of the mistake may need no hint. */
void wb_hints_add_mistake(struct wb_hints *hints, const char *mistake, bool was_told);

/* Whether that was the last thing that the shell told of this puzzle's kernel; and keeps that it
 * is. Without a store it was. */
bool wb_hints_mistake_was_told(const struct wb_session *session, const char *slug,
                               const char *mistake);

/* "Hint 2 of 3: …", a paragraph each, wrapped to `width` columns (WB_HINTS_UNWRAPPED: a line
 * each), and before them what is known of the kernel. */
#define WB_HINTS_UNWRAPPED 100000
void wb_hints_write(const struct wb_request *request, const struct wb_hints *hints, unsigned width,
                    struct wb_document *document);

/* What is to be said after them: how many are left, or that there are no more. NULL:
 * nothing. The caller frees. */
char *wb_hints_notice(const struct wb_request *request, const struct wb_hints *hints);

/* The same for programs, as docs/json.md has it; what it points at is the request's and the
 * hints'. */
struct wb_hints_data {
  const char *puzzle;
  size_t first; /* from 1; 0: none */
  char *const *items;
  size_t count;
  const char *mistake;
  size_t total; /* all that the puzzle has */
};
extern const struct wb_fields wb_hints_data_fields;
struct wb_hints_data wb_hints_data(const struct wb_request *request, const struct wb_hints *hints);

/* Keeps that they were shown. */
enum wb_status wb_hints_keep(const struct wb_session *session, const struct wb_request *request,
                             const struct wb_hints *hints, struct wb_error *err);

#endif
