/* Progress, kept in SQLite under $XDG_STATE_HOME/gpu-workbench (else
 * ~/.local/state/gpu-workbench). Several processes may use it at once. */
#ifndef WB_STORE_STORE_H
#define WB_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "finding/verdict.h"

struct wb_store;

struct wb_progress {
  bool tried;
  bool solved;          /* accepted at least once */
  enum wb_verdict last; /* when tried */
  uint64_t attempts;    /* runs that said something about the kernel */
  unsigned hints_shown;
  double best_score; /* 0 to 1 */
  unsigned steps;    /* of the puzzle, the most that a run has done (result/steps.h) */
  int64_t solved_at; /* seconds since 1970, 0 when not */
};

/* What a run does to it: every verdict but judge-error, which says nothing about
 * the learner, is an attempt, a compile error too. `when` is the time, in seconds
 * since 1970. */
void wb_store_progress_count(struct wb_progress *progress, enum wb_verdict verdict, double score,
                             unsigned steps, int64_t when);

/* `path` NULL: the default place, created on first use. A damaged database is
 * moved aside (FILE.damaged-N) and *notice (may be NULL; the caller frees)
 * says so. So it does where the database can be read but not written: then
 * progress is shown, and recording fails. *notice is NULL when there is
 * nothing to say. A database of a newer workbench is refused untouched. On an
 * error *store is NULL, and a workbench can go on without progress. */
enum wb_status wb_store_open(struct wb_store **store, const char *path, char **notice,
                             struct wb_error *err);
void wb_store_close(struct wb_store *store);

/* Keys are the course's absolute root and the puzzle's name, whatever number it has
 * in the slug (base/slug.h). A puzzle that was never tried has zeroed progress.
 *
 * The best score so far is kept, and the most steps. A puzzle once solved stays solved, and hints
 * once shown stay shown. */
enum wb_status wb_store_get(struct wb_store *store, const char *course, const char *slug,
                            struct wb_progress *progress, struct wb_error *err);
enum wb_status wb_store_show_hint(struct wb_store *store, const char *course, const char *slug,
                                  unsigned shown, struct wb_error *err);

/* What was kept under the name of `from` goes on under that of `to`, unless something is kept under
 * that already. */
enum wb_status wb_store_rename(struct wb_store *store, const char *course, const char *from,
                               const char *to, struct wb_error *err);

/* Where the learner was: the name of the puzzle opened last, or NULL. The caller frees. */
enum wb_status wb_store_last_puzzle(struct wb_store *store, const char *course, char **name,
                                    struct wb_error *err);
enum wb_status wb_store_set_last_puzzle(struct wb_store *store, const char *course,
                                        const char *slug, struct wb_error *err);

/* How the screen was left at the puzzle opened last, in words of the screen's
 * own; NULL: not known. The caller frees. Setting it where no puzzle was opened
 * does nothing. */
enum wb_status wb_store_view(struct wb_store *store, const char *course, char **view,
                             struct wb_error *err);
enum wb_status wb_store_set_view(struct wb_store *store, const char *course, const char *view,
                                 struct wb_error *err);

/* What a learner has set for all courses; NULL: not set. The caller frees. */
enum wb_status wb_store_setting(struct wb_store *store, const char *name, char **value,
                                struct wb_error *err);
enum wb_status wb_store_set_setting(struct wb_store *store, const char *name, const char *value,
                                    struct wb_error *err);

#endif
