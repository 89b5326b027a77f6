/* What this machine has of what the workbench needs, and what to do about the rest. */
#ifndef WB_VERBS_DOCTOR_H
#define WB_VERBS_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "fields/fields.h"
#include "text/styled.h"

enum wb_doctor_state {
  WB_DOCTOR_OK,
  WB_DOCTOR_MISSING, /* no puzzle can be judged without it */
  WB_DOCTOR_ABSENT,
  WB_DOCTOR_UNKNOWN, /* a package, where the machine has another system of packages */
};

struct wb_doctor_check {
  const char *section; /* "Programs" */
  char *name;          /* "workbench-judge" */
  enum wb_doctor_state state;
  char *detail; /* a version, a folder, a sentence; NULL: nothing is known */
};

struct wb_doctor {
  bool ready; /* nothing is missing */
  struct wb_doctor_check *checks;
  size_t n_checks, capacity;
  struct wb_document text; /* the same for people, with what helps */
};
extern const struct wb_fields wb_doctor_fields; /* documented in docs/json.md */

/* Looks at everything. `course`: as for wb_course_open. The packages that are to be installed
 * include those for tests and for work on the code where `everything`. */
void wb_doctor_visit(const char *course, bool everything, struct wb_doctor *doctor);
void wb_doctor_release(struct wb_doctor *doctor);

#endif
