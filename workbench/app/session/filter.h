/* Which puzzles of a course are shown: those in a state, or those with a word. */
#ifndef WB_SESSION_FILTER_H
#define WB_SESSION_FILTER_H

#include "result/event.h"
#include "store/store.h"

enum wb_show { WB_SHOW_ALL, WB_SHOW_UNSOLVED, WB_SHOW_TRIED, WB_SHOW_SOLVED, WB_SHOW_NEW };

struct wb_puzzle_filter {
  enum wb_show show; /* TRIED: and not solved; NEW: not tried */
  const char *part;  /* of a slug, title, chapter, tag or alias, in any case; "": all */
};

/* From what a person wrote: a state ("solved", "tried", "new", "unsolved"), else a part. */
struct wb_puzzle_filter wb_puzzle_filter_of_words(const char *words);

bool wb_puzzle_filter_shows(const struct wb_puzzle_filter *filter,
                            const struct wb_puzzle_summary *puzzle,
                            const struct wb_progress *progress);

#endif
