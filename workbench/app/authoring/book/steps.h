/* A trace of a solution as pictures, one for each turn of a work-item. The first is shown; a
 * radio button beside each chooses another, which needs no script. */
#ifndef WB_AUTHORING_BOOK_STEPS_H
#define WB_AUTHORING_BOOK_STEPS_H

#include "base/str.h"
#include "result/event.h"

/* Appends an element for `result`'s trace, with `prefix` before each of its ids. Nothing where
 * there is no trace, or no group in it. */
void wb_book_steps(struct wb_str *out, const struct wb_puzzle_summary *puzzle,
                   const struct wb_result *result, const char *prefix);

/* Appends the order of a host program's commands, as a picture and in words: the same bytes for the
 * same program. Nothing where `result` has no timeline. */
enum { WB_BOOK_MOST_COMMANDS = 60 }; /* in words */
void wb_book_program(struct wb_str *out, const struct wb_result *result);

#endif
