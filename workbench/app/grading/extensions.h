/* extensions.csv: who has more time for an assignment, and who is excused from it.
 *
 *   id,assignment,due,reason
 *   00123,hw1,2026-12-08T23:59:00+01:00,ill
 *   00124,hw1,excused,
 *
 * A row a person and assignment, the columns in any order. Ids are texts, as the source of the
 * submissions has them: zeros in front of them stay. Reasons are for staff. */
#ifndef WB_GRADING_EXTENSIONS_H
#define WB_GRADING_EXTENSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "course/assignment.h"

struct wb_extension {
  char *id, *assignment; /* the assignment's name */
  bool excused;
  int64_t due;    /* seconds since 1970, UTC; 0 of one who is excused */
  char *due_text; /* as written; "excused" */
  char *reason;   /* "": none is given; UTF-8, but not cleaned */
  size_t line;    /* of the file */
};

struct wb_extensions {
  struct wb_extension *items; /* by id and assignment */
  size_t count, capacity;
};

/* Reads the file, whose assignments are to be among `assignments`. Fails with "FILE:LINE: COLUMN"
 * as the place: no header, a column that is missing or unknown, a row without an id, an unknown
 * assignment, a time without an offset, the same id and assignment twice. WB_ERR_USAGE for what
 * is in the file, which the person who grades has written. Released by the caller, also then. */
enum wb_status wb_extensions_read(const char *path, const struct wb_assignment *assignments,
                                  size_t n_assignments, struct wb_extensions *extensions,
                                  struct wb_error *err);
void wb_extensions_release(struct wb_extensions *extensions);

/* The one of a person for an assignment; NULL: there is none. */
const struct wb_extension *wb_extension_of(const struct wb_extensions *extensions, const char *id,
                                           const char *assignment);

#endif
