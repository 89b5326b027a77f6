/* What is known of a puzzle: what its spec says, and how far the learner is. */
#ifndef WB_VERBS_OVERVIEW_H
#define WB_VERBS_OVERVIEW_H

#include "fields/fields.h"
#include "session/session.h"

struct wb_overview {
  struct wb_puzzle_summary about;   /* what it owns is the session's */
  struct wb_overview_assignment {   /* that it is a puzzle of */
    const char *name, *opens, *due; /* the session's; NULL: not said */
    double points;
  } * assignments;
  size_t n_assignments;
  struct wb_progress progress;
  const char *state;  /* wb_session_state() */
  char *file;         /* the learner's, whether or not it is there */
  bool whole;         /* with what `show` says besides: its kernel and cases, and the lesson */
  char *lesson;       /* Markdown; NULL: there is none, or it is not `whole` */
  char *chapter_page; /* the same of its chapter */
};
extern const struct wb_fields wb_overview_fields; /* documented in docs/json.md */

/* How many of its steps are done. */
struct json_t *wb_overview_steps_to_json(const struct wb_overview *overview);

/* wb_overview_release() frees it; the session must outlive it. */
struct wb_overview wb_overview_of(const struct wb_session *session,
                                  const struct wb_puzzle_summary *puzzle, bool whole);
void wb_overview_release(struct wb_overview *overview);

/* Overviews of all puzzles of the session's catalog, in its order, or of an assignment's (NULL: of
 * all). */
struct wb_overviews {
  struct wb_overview *items;
  size_t count;
};
struct wb_overviews wb_overviews_of(const struct wb_session *session,
                                    const struct wb_assignment *assignment);
void wb_overviews_release(struct wb_overviews *overviews);

#endif
