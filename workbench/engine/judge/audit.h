/* What can be said of a spec without a kernel: result/puzzle_audit.h.
 *
 * Cases and references come from whoever calls, as in judge/engine.h. All cases are there at
 * once: one is compared with the others. */
#ifndef WB_JUDGE_AUDIT_H
#define WB_JUDGE_AUDIT_H

#include "judge/engine.h"
#include "result/puzzle_audit.h"
#include "tensor/deviation.h"

struct wb_audit_job {
  const char *slug;
  struct wb_case_source cases; /* as in struct wb_judge_job; each is the audit's own */
  /* wb_case_refer, with the `data` of `cases`. */
  enum wb_status (*refer)(void *data, size_t index, bool second, struct wb_case *made,
                          struct wb_error *err);
  void (*event)(const struct wb_event *event, uint32_t patience_ms, void *data); /* of progress;
                                                                                    may be NULL */
  void *event_data;
};

/* Fills *audit, which the caller releases; on errors, as of a reference that fails, nothing is
 * left. */
enum wb_status wb_audit_make(const struct wb_audit_job *job, struct wb_puzzle_audit *audit,
                             struct wb_error *err);

/* ---- its parts ---- */

/* What rounding does to an output, over all elements and cases, a few times over for the order in
 * which kernels add. */
struct wb_audit_spread {
  struct wb_deviation explained;
  double least;  /* how many times that is allowed, where that is least; infinite: not known */
  double beyond; /* the largest difference that is not allowed, and of what; 0: there is none */
  size_t beyond_at, beyond_case;
};

/* The puzzle with all its cases. */
struct wb_audited {
  const struct wb_audit_job *job;
  const struct wb_puzzle *puzzle;
  struct wb_case **cases; /* as many as the puzzle has */
  struct wb_puzzle_audit *audit;
  struct wb_audit_spread *spreads; /* one a parameter */
};

/* Which answers that know nothing would be accepted (audit_answers.c). */
enum wb_status wb_audit_answers(struct wb_audited *audited, struct wb_error *err);

/* How cases differ (audit_cases.c). */
void wb_audit_cases(struct wb_audited *audited);

/* What of the puzzle's domain no case reaches, and of what it declares none (audit_domain.c). */
enum wb_status wb_audit_domain(struct wb_audited *audited, struct wb_error *err);

/* What the spec demands of kernels (audit_bounds.c). */
void wb_audit_bounds(struct wb_audited *audited);

/* Whether the references of case `index` are to be relied on, and whether its tolerance suits what
 * rounding does to them (audit_reference.c). */
enum wb_status wb_audit_reference(struct wb_audited *audited, size_t index, struct wb_error *err);
void wb_audit_tolerances(struct wb_audited *audited); /* once all were looked at */

#endif
