/* The names of all checks, as items have them (check.h): what the manual lists. */
#ifndef WB_AUTHORING_CHECK_KINDS_H
#define WB_AUTHORING_CHECK_KINDS_H

#include <stddef.h>

struct wb_check_kind {
  const char *name;    /* "starter-unsolved" */
  const char *part;    /* of the puzzle: "starter" */
  const char *summary; /* what is so where it passes: a sentence without its full stop */
};

/* In the order of reports, those of a part together. */
const struct wb_check_kind *wb_check_kinds(size_t *count);
const struct wb_check_kind *wb_check_kind_find(const char *name); /* NULL: there is none */

#endif
