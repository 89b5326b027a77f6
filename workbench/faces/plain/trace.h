/* The trace, told: what the files that step through it share. */
#ifndef WB_PLAIN_TRACE_H
#define WB_PLAIN_TRACE_H

#include "plain/dialogue.h"

/* Records one where none is open, and says what it is of. False, and it is said
 * why, where there is none. */
bool wb_dialogue_open_trace(struct wb_dialogue *dialogue);

/* The same anew, of case `only_case` (from 1; 0: the one that tells most), and of its launch
 * `launch` (likewise). */
bool wb_dialogue_record_trace(struct wb_dialogue *dialogue, int only_case, uint32_t launch);

/* Runs the learner's kernel or program once more to be recorded. *result is the caller's, where it
 * came to its end. */
enum wb_run_end wb_dialogue_run_traced(struct wb_dialogue *dialogue, int only_case, uint32_t launch,
                                       struct wb_result **result);

/* Goes to a step and tells it: what is done, where, and what is wrong with it. */
void wb_dialogue_tell_step(struct wb_dialogue *dialogue, size_t step);

/* The same without going there: a line of a list. */
void wb_dialogue_mention_step(struct wb_dialogue *dialogue, size_t step);

/* One to three whole numbers, in parentheses or not, separated by commas or
 * blanks; those that are not there stay. False where it is something else. */
bool wb_dialogue_parse_triple(const char *text, uint64_t id[3]);

/* Runs a host program once more, of the case in `argument`, for what `timeline` and `graph` tell;
 * `only_case` is that case, 0: none is named. The caller frees it. NULL, and it is said why: there
 * is nothing. */
struct wb_result *wb_dialogue_record(struct wb_dialogue *dialogue, const char *command,
                                     const char *argument, const char *of_kernels, int *only_case);

#endif
