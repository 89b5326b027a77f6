/* Accepted answers by what their kernels do, as the emulator counts it: the same on every machine.
 *
 * What is ranked is a counter over a puzzle's own hidden cases together: in cases that are known a
 * kernel could write down what is right, and read nothing. An answer of which that is not known is
 * not ranked: a puzzle without hidden cases, a kernel that takes an array in constant memory, whose
 * reads nobody counts, a counter that is modelled where no budget has asked for it, or not
 * everywhere, and of a host program what its kernels do. Neither is a run in which everybody has
 * hidden inputs of their own. Nothing is ranked by time: docs/grading.md says why. */
#ifndef WB_GRADING_LEADERBOARD_H
#define WB_GRADING_LEADERBOARD_H

#include "grading/run_results.h"

/* The counter of that name, of a run that may be ranked; else WB_ERR_USAGE. */
enum wb_status wb_rank_counter(const struct wb_run_about *about, const char *name,
                               unsigned *counter, struct wb_error *err);

/* What an answer is ranked by. False: it is not accepted, or that is not known. */
bool wb_rank_value(const struct wb_assessed_puzzle *answer, unsigned counter, uint64_t *value);
/* "asc": the least is the best; or "desc". */
const char *wb_rank_order(unsigned counter);

/* An entry: somebody's best attempt, or one that was withdrawn. */
struct wb_ranked {
  uint32_t rank; /* from 1; equal values share one. 0: it was withdrawn */
  char *pseudonym;
  uint32_t attempt;
  uint64_t value;
  char **ids; /* none where nobody asked, or they were forgotten */
  size_t n_ids;
  char *name, *by, *reason; /* of who it is, and who withdrew it, and why; NULL: nobody */
};
struct wb_ranking {
  char *puzzle, *title;
  struct wb_ranked *entries; /* the best first; then those that were withdrawn */
  size_t n_entries;
  uint64_t unranked; /* accepted attempts of which the value is not known */
};
struct wb_leaderboard {
  char *counter, *order;
  struct wb_ranking *puzzles;
  size_t n_puzzles;
};

/* `for_staff`: with ids, names, and what was withdrawn. WB_ERR_USAGE also where the run is not all
 * judged. It is released in any case. */
enum wb_status wb_leaderboard_make(struct wb_leaderboard *board, const struct wb_run_folder *run,
                                   struct wb_run_records *records, const char *counter,
                                   bool for_staff, struct wb_error *err);
void wb_leaderboard_release(struct wb_leaderboard *board);

/* Appends it as JSON (docs/grading.md). */
void wb_leaderboard_json(const struct wb_leaderboard *board, struct wb_str *out);

#endif
