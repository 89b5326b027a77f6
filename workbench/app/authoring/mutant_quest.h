/* The search for cases that tell survivors from their kernel: the cases of mutant_cases.h in turn,
 * those first that told another survivor of the puzzle, each first with the kernel itself. A case
 * that the kernel is not accepted on is none that the puzzle means. The first that is left on which
 * the mutant is not accepted is found. In the end those that were found are tried with the others,
 * so that few of them can be chosen that tell all.
 *
 * Judgements go through the run's pool; survivors of one kernel are searched for one after the
 * other, so that what is known of the kernel serves them all. */
#ifndef WB_AUTHORING_MUTANT_QUEST_H
#define WB_AUTHORING_MUTANT_QUEST_H

#include "authoring/check_run.h"
#include "authoring/mutant_table.h"

/* Cases of a puzzle, and how many survivors each has told. */
struct wb_mutant_candidates {
  struct wb_names cases;
  size_t *told;
};
void wb_mutant_candidates_make(struct wb_mutant_candidates *candidates,
                               const struct wb_puzzle_summary *puzzle);
void wb_mutant_candidates_release(struct wb_mutant_candidates *candidates);

/* Of one kernel. What is pointed at stays until the step is released. */
struct wb_mutant_quest;
struct wb_mutant_quest *wb_mutant_quest_new(struct wb_check_puzzle *puzzle,
                                            struct wb_mutant_candidates *candidates,
                                            const struct wb_run_options *kernel);
void wb_mutant_quest_free(struct wb_mutant_quest *quest); /* NULL is fine */

/* What a case makes of a survivor: struct wb_mutant_trial.answers. */
enum { WB_MUTANT_NOT_TRIED, WB_MUTANT_TOLD, WB_MUTANT_NOT_TOLD };

/* Plans the search for a survivor. Once WB_MUTANT_QUESTS of them needed cases that had told nobody
 * before, others are tried with those that have: where there are so many, a few cases tell most. */
enum { WB_MUTANT_QUESTS = 8 };
void wb_mutant_quest_add(struct wb_mutant_quest *quest, struct wb_mutant_trial *trial);
void wb_mutant_quest_begin(struct wb_mutant_quest *quest);

/* The fewest cases that tell all survivors that any case tells, as `chosen`, by case. The caller
 * frees. */
bool *wb_mutant_candidates_choose(const struct wb_mutant_candidates *candidates,
                                  const struct wb_mutant_table *table);

#endif
