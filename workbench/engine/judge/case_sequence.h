/* In which sequence the cases of a run are judged: in theirs, or those with very many work-items
 * after the others. */
#ifndef WB_JUDGE_CASE_SEQUENCE_H
#define WB_JUDGE_CASE_SEQUENCE_H

#include "judge/engine.h"

/* With more work-items than these a case is large: it takes longer than a kernel's compiling. */
enum { WB_LARGE_CASE_ITEMS = 16384 };

/* Zeroed, it has none. Released by its owner. */
struct wb_case_sequence {
  size_t *index; /* of the case in the puzzle, `count` of them */
  size_t count;
  size_t n_small; /* those after so many are large, and may be left out; else `count` */
};

/* The cases from `first` to before `end`. */
void wb_case_sequence_set(struct wb_case_sequence *sequence, size_t first, size_t end);
/* So many cases more, from `first` on, behind all others, which may be left out like large ones. */
void wb_case_sequence_add(struct wb_case_sequence *sequence, size_t first, size_t count);
void wb_case_sequence_release(struct wb_case_sequence *sequence);

/* Puts the large ones last. Makes each case once for that; one that cannot be made is small. */
void wb_case_sequence_put_large_last(struct wb_case_sequence *sequence,
                                     const struct wb_case_source *cases);

/* Where the result of that turn lies, once the first `n` are in the order of the puzzle's cases. */
size_t wb_case_sequence_place(const struct wb_case_sequence *sequence, size_t n, size_t turn);

/* Puts the results of the first `n` of the sequence into the order of the puzzle's cases. */
void wb_case_sequence_sort(const struct wb_case_sequence *sequence, struct wb_case_result *results,
                           size_t n);

#endif
