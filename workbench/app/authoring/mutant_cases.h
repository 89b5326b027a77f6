/* Cases that may tell a mutant from its kernel: what survives the puzzle's own cases is tried on
 * these, the cheapest first, so that the first that tells is a small one.
 *
 * They are made of what the visible cases have: the names of sizes, and which size each dimension
 * of the launch follows. Numbers come from small group sizes L, odd ones among them, and are 1,
 * L - 1, L, L + 1, 2 L + 1 and the like, different along each dimension, with and without a group
 * to spare; then other values of the sizes that no dimension follows, other seeds, other fills
 * (negative, equal, large), and last sizes beyond 8 and 16 bits. Whether the puzzle means such a
 * case at all is not known here: its right kernel must be accepted on it. */
#ifndef WB_AUTHORING_MUTANT_CASES_H
#define WB_AUTHORING_MUTANT_CASES_H

#include "base/file.h"

/* `cases` as in struct wb_puzzle_summary: "four (n = 4, global 8, local 4)", of
 * a host program "four (n = 4)"; those that are
 * hidden there are passed over. `parameters` likewise: "input float a[n]". Adds tables of Lua,
 * `{ name = "…", sizes = { n = 5 }, …, visible = false }`, each with a name of its own. */
void wb_mutant_cases_make(struct wb_names *made, char *const *cases, size_t n_cases,
                          char *const *parameters, size_t n_parameters);

/* How many dimensions the launches have, as far as the visible cases tell; 0: they do not. */
unsigned wb_mutant_cases_dimensions(char *const *cases, size_t n_cases);

#endif
