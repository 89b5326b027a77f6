/* What our solution of a puzzle needs: figures that the store keeps, so that it
 * is judged once. They say nothing of its text. */
#ifndef WB_SESSION_FIGURES_H
#define WB_SESSION_FIGURES_H

#include "course/course.h"
#include "result/result.h"
#include "store/attempts.h"

/* A hash of all that the figures depend on: the solution, the puzzle's spec and
 * the workbench's version. False: the course has no solution to the puzzle. */
bool wb_figures_key(const struct wb_course *course, const char *slug,
                    unsigned char key[WB_FIGURES_KEY_BYTES]);

/* The counters of each case of a run; malloc'ed, NULL where it was not accepted:
 * then it says nothing. */
struct wb_counters *wb_figures_of(const struct wb_result *result, size_t *n_cases);

#endif
