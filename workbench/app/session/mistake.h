/* A mistake that the course knows: where a learner's kernel fails just as one of the puzzle's
 * wrong kernels does (solutions/NN-slug/wrong), what that one's `// why:` says is a hint.
 *
 * "Just as" is the same verdict in each case, the same errors at the same elements by the same
 * work-items, the same wrong elements with the same values; where in the text is all one. Of a data
 * race it is the same cause, the same two accesses, in one line or one above the other, to the same
 * array, and no values are compared: how often it happens and what comes of it follows from the
 * launch. It is taken from results as the judge tells them, so that of a hidden case nothing is
 * compared that the learner is not told. Where no more is known than which hidden cases fail, the
 * text must be very like the learner's as well. Where several wrong kernels fail so, the one whose
 * text is most like the learner's is meant.
 *
 * How a wrong kernel fails is found out by judging it, when somebody asks for the first time,
 * and kept in the cache. Only those are judged whose `// expect:` has the learner's verdict and
 * finding, those first that look most like the learner's. */
#ifndef WB_SESSION_MISTAKE_H
#define WB_SESSION_MISTAKE_H

#include "base/sha256.h"
#include "course/course.h"
#include "session/run_task.h"

/* How much a result tells of how a kernel fails: nothing that could be compared (it is accepted,
 * say); no more than which hidden cases have other outputs, which different mistakes may have in
 * common; or what went wrong. */
enum wb_mistake_evidence { WB_EVIDENCE_NONE, WB_EVIDENCE_CASES, WB_EVIDENCE_WHOLE };

/* How it fails, where the result tells anything. */
enum wb_mistake_evidence wb_mistake_signature(const struct wb_result *result,
                                              unsigned char signature[WB_SHA256_BYTES]);

/* What is said before it wherever it is shown: "Your kernel fails exactly like a known mistake", or
 * "Your program …". Static storage. */
const char *wb_mistake_lead(bool of_program);

struct wb_mistake_candidate;

/* Zeroed: nothing is looked for. */
struct wb_mistake_search {
  const struct wb_course *course;
  char *slug;
  unsigned char wanted[WB_SHA256_BYTES];
  enum wb_mistake_evidence evidence; /* that `wanted` was made of */
  struct wb_mistake_candidate *candidates;
  size_t count, next;
  struct wb_run_task task; /* judges candidate `next` */
  char *why;               /* what was found, once it has ended; NULL: nothing */
};

/* Looks for what `result` fails like, as far as that can be done without judging. It needs the
 * text that was judged (result->source). `course` must stay. Ends what was looked for before. */
void wb_mistake_begin(struct wb_mistake_search *search, const struct wb_course *course,
                      const char *slug, const struct wb_result *result);

/* False: it has ended, and `why` is what was found. */
bool wb_mistake_is_running(const struct wb_mistake_search *search);

/* To poll for POLLIN, while it runs. */
int wb_mistake_fd(const struct wb_mistake_search *search);

/* Reads what there is, and goes on to the next candidate; never blocks. */
void wb_mistake_step(struct wb_mistake_search *search);

/* For whoever has nothing else to do: steps until it has ended, or `stopped` (may be NULL),
 * asked every now and then, says so. */
void wb_mistake_wait(struct wb_mistake_search *search, bool (*stopped)(void *data), void *data);

/* All of it for whoever has no result: judges the learner's file, where it is begun. NULL: there
 * is nothing to say. The caller frees. */
char *wb_mistake_of_own(const struct wb_course *course, const char *slug);

/* Ends it, and forgets what was found. */
void wb_mistake_release(struct wb_mistake_search *search);

#endif
