/* "Did you mean ...?": the nearest of a list of known names. */
#ifndef WB_BASE_NEAREST_H
#define WB_BASE_NEAREST_H

#include <stddef.h>

/* The Damerau-Levenshtein distance (optimal string alignment: insert, delete,
 * replace, swap neighbours), in bytes, ignoring ASCII case. */
size_t wb_edit_distance(const char *a, const char *b);

/* The name of the `count` names nearest to `wanted`, or NULL where none is
 * near enough to be worth suggesting (more than a third of its letters, and
 * at least two, differ). The result points into `names`. */
const char *wb_nearest(const char *wanted, const char *const *names, size_t count);

#endif
