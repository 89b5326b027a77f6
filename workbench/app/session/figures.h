/* What our solution of a puzzle needs in each case: kept by the store, else found out by
 * judging it once. They say nothing of its text. */
#ifndef WB_SESSION_FIGURES_H
#define WB_SESSION_FIGURES_H

#include "session/session.h"
#include "store/attempts.h"

/* A hash of all that the figures depend on: the solution, the puzzle's spec and
 * the workbench's version. False: the course has no solution to the puzzle. */
bool wb_figures_key(const struct wb_course *course, const char *slug,
                    unsigned char key[WB_FIGURES_KEY_BYTES]);

/* The counters of each case of a run; malloc'ed, NULL where it was not accepted:
 * then it says nothing. */
struct wb_counters *wb_figures_of(const struct wb_result *result, size_t *n_cases);

/* ---- for faces that can wait for the store; the screen asks it on a thread ---- */

enum wb_our_figures_state {
  WB_OUR_FIGURES_NONE,   /* the course has no solution to compare with */
  WB_OUR_FIGURES_KNOWN,  /* `cases` are there */
  WB_OUR_FIGURES_NEEDED, /* run our solution, as `options` say, and give wb_our_figures_take its
                            result */
};
struct wb_our_figures {
  enum wb_our_figures_state state;
  struct wb_counters *cases; /* a case each; whoever takes them sets this to NULL */
  size_t n_cases;
  struct wb_run_options
      options; /* of the course, the puzzle and the file; all else is the caller's */
  unsigned char key[WB_FIGURES_KEY_BYTES];
  char *file;
};

/* Looks whether they are kept. `slug` must stay. Release it always. */
void wb_our_figures_find(struct wb_our_figures *figures, const struct wb_session *session,
                         const char *slug);

/* Takes them from the run of our solution, and keeps them; NONE where it was not accepted. */
void wb_our_figures_take(struct wb_our_figures *figures, const struct wb_session *session,
                         const struct wb_result *result);
void wb_our_figures_release(struct wb_our_figures *figures);

#endif
