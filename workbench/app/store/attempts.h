/* The learner's attempts: every version of a kernel that was judged, with what
 * the judge said of it, so that it can be looked at and brought back.
 *
 * A text is kept once, however often it was judged. A version that is judged
 * again with the same verdict on the same device, one run after the other, is
 * one attempt with several runs. A puzzle keeps at most WB_ATTEMPTS_MAX attempts and
 * WB_ATTEMPTS_MAX_BYTES of text: beyond that the oldest go, those that were not
 * accepted first, and never the newest. Numbers are not used again. */
#ifndef WB_STORE_ATTEMPTS_H
#define WB_STORE_ATTEMPTS_H

#include "finding/counters.h"
#include "store/store.h"

enum { WB_ATTEMPTS_MAX = 500, WB_ATTEMPTS_MAX_BYTES = 8 << 20, WB_ATTEMPT_MAX_CASES = 64 };

/* A run of the judge over the learner's own file. Texts are the caller's. */
struct wb_judged {
  const char *course, *slug;
  bool counts;      /* as progress: all cases, on a device that decides */
  const char *note; /* what was special about the run, "case 2"; "": nothing */
  enum wb_verdict verdict;
  double score;   /* 0 to 1 */
  unsigned steps; /* of the puzzle that are done; 0: none, or it has none */
  const char *device;
  double elapsed_ms;
  const char *source; /* the bytes that were judged; NULL: none could be read */
  size_t source_length;
  const struct wb_counters *cases; /* what each case did; the first 64 are kept */
  size_t n_cases;
};

/* Keeps progress and attempt, both or neither. A judge-error is not kept, and
 * without a source there is only progress. */
enum wb_status wb_store_keep(struct wb_store *store, const struct wb_judged *judged,
                             struct wb_error *err);

struct wb_attempt {
  uint64_t number;           /* from 1 in its puzzle */
  int64_t first_at, last_at; /* seconds since 1970: its first and its last run */
  uint64_t runs;
  enum wb_verdict verdict;
  double score;
  char *device, *note;
  double elapsed_ms;
  char *source; /* with a NUL after it */
  size_t source_length;
  size_t removed, added; /* lines against the attempt before; of the first, 0 */
  struct wb_counters *cases;
  size_t n_cases;
};

/* Oldest first. */
struct wb_attempts {
  struct wb_attempt *items;
  size_t count, capacity;
};
enum wb_status wb_store_attempts(struct wb_store *store, const char *course, const char *slug,
                                 struct wb_attempts *attempts, struct wb_error *err);
void wb_attempts_release(struct wb_attempts *attempts);
const struct wb_attempt *wb_attempt_numbered(const struct wb_attempts *attempts, uint64_t number);

/* Adds to the attempts with this text what its cases were measured to do by a
 * run that counted more. */
enum wb_status wb_store_measured(struct wb_store *store, const struct wb_judged *judged,
                                 struct wb_error *err);

/* ---- figures of other kernels ---- */

enum { WB_FIGURES_KEY_BYTES = 32, WB_FIGURES_MAX = 1000 };

/* What each case did, of a kernel that is not the learner's, by a hash of all
 * that the figures depend on. *cases is NULL where nothing is known, else the
 * caller's to free. */
enum wb_status wb_store_figures(struct wb_store *store, const unsigned char *key,
                                struct wb_counters **cases, size_t *n_cases, struct wb_error *err);
enum wb_status wb_store_keep_figures(struct wb_store *store, const unsigned char *key,
                                     const struct wb_counters *cases, size_t n_cases,
                                     struct wb_error *err);

#endif
