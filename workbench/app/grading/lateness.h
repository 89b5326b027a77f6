/* What a submission's lateness costs, from three times and the assignment's rule: when it was
 * submitted, when it was due, and until when a person has an extension (extensions.h).
 *
 * Worked out whenever points are reported and kept nowhere: a due date that is moved, or an
 * extension that is granted afterwards, needs no judging, and no penalty outlives its reason. All
 * times are seconds since 1970, UTC, so that no time zone is part of it. */
#ifndef WB_GRADING_LATENESS_H
#define WB_GRADING_LATENESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/words.h"
#include "course/assignment.h"

enum wb_lateness_state {
  WB_ON_TIME, /* by the due time and its grace period, or nothing is due */
  WB_LATE,
  WB_CLOSED,  /* so late that nothing is taken any more */
  WB_EXCUSED, /* the person need not hand it in; what came counts in full */
  WB_UNDATED  /* nobody knows when it came: counts in full, and a person looks at it */
};
extern const struct wb_words wb_lateness_words; /* "on-time", "late", … */

struct wb_lateness {
  enum wb_lateness_state state;
  bool early;    /* it came before the assignment opened, which costs nothing, but is odd */
  int64_t due;   /* for this person; 0: nothing is due */
  int64_t after; /* seconds after that; 0 where it came before, or is not dated */
  int64_t units; /* days or hours that were counted: those that had begun after the grace period */
  double share;  /* 0 to 1: what is left of the points */
};

/* `extension` is of this person and assignment, or NULL; an extension that ends before the
 * assignment is due shortens nothing. `submitted` is 0 where it is not known; any other number is
 * fine, also one from before 1970 or from a clock that is wrong by centuries. */
struct wb_extension;
struct wb_lateness wb_lateness_of(const struct wb_assignment *assignment,
                                  const struct wb_extension *extension, int64_t submitted);

#endif
