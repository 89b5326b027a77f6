/* How far a learner is in a course: a summary to look at, or to hand in. It is what this machine's
 * workbench has kept, and no proof: who grades judges the kernels. */
#ifndef WB_VERBS_PROGRESS_H
#define WB_VERBS_PROGRESS_H

#include "fields/fields.h"
#include "text/styled.h"
#include "verbs/best.h"
#include "verbs/overview.h"

struct wb_standing {
  struct wb_overview overview;
  uint64_t versions; /* that were judged, and are kept */
  struct wb_best_counter *best;
  size_t n_best;
};

/* Texts are the session's but for `learner`, which is the caller's. */
struct wb_progress_summary {
  const char *learner; /* who hands it in; NULL: it does not say */
  const char *title;   /* of the course */
  const char *version; /* of it; NULL: it has none */
  int64_t made_at;     /* seconds since 1970 */
  uint64_t solved;
  struct wb_standing *puzzles; /* in the order of the course */
  size_t n_puzzles;
};
extern const struct wb_fields wb_progress_summary_fields; /* documented in docs/json.md */

/* The session must outlive it. A store that cannot be read leaves versions and best empty. */
struct wb_progress_summary wb_progress_summary_of(const struct wb_session *session,
                                                  const char *learner);
void wb_progress_summary_release(struct wb_progress_summary *summary);

/* Lines for people. */
void wb_progress_summary_write(const struct wb_progress_summary *summary,
                               struct wb_document *document);

/* A whole web page that loads nothing, in light or dark as its reader has it. Appends. */
void wb_progress_summary_html(const struct wb_progress_summary *summary, struct wb_str *out);

/* "2026-11-23", in local time. */
enum { WB_DAY_BYTES = 16 };
const char *wb_progress_day(int64_t at, char day[WB_DAY_BYTES]);

#endif
