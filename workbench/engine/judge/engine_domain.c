/* The cases that are drawn from a puzzle's domain. They are judged like the others, behind them,
 * and are one case of the result. Of one that fails the smallest that fails in the same way is
 * looked for: that is what the learner sees, with all that it holds. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "judge/engine_private.h"
#include "launch/source_file.h"
#include "result/steps.h"

enum {
  MOST_ATTEMPTS = 48,  /* launches for a smaller case, */
  MOST_PROGRAMS = 16,  /* or runs of a host program */
  MOST_UNCHECKED = 12, /* drawn cases of a device that checks nothing, and compiles for each size
                          of groups anew */
  ORDERS_EVERY = 24    /* of the drawn cases so many are one that runs in other orders, too */
};

bool wb_engine_is_drawn(const struct wb_engine *run, size_t index) {
  return run->puzzle != NULL && index > run->puzzle->n_cases;
}

/* Drawn cases are wanted where all are, and where only the case is that they are in the result. */
enum wb_status wb_engine_draw_cases(struct wb_engine *run, struct wb_error *err) {
  const struct wb_judge_job *job = run->job;
  const struct wb_case_source *cases = &job->cases;
  const bool wanted = !job->extra_case && job->until_step == 0 && !job->timed &&
                      job->launch_change == WB_LAUNCH_AS_IT_IS &&
                      (job->only_case == 0 || (size_t)job->only_case > run->puzzle->n_cases);
  if (!wanted || cases->draw == NULL) return WB_OK;
  const enum wb_status status = cases->draw(cases->data, err);
  run->draws = status == WB_OK && run->puzzle->n_drawn > 0;
  return status;
}

/* The first turn of a drawn case; the count of all turns where there is none. */
static size_t first_drawn(const struct wb_engine *run) {
  return run->sequence.count - (run->draws ? run->puzzle->n_drawn : 0);
}

/* Whether a written case is over its budget: then those of drawn cases say nothing new. */
static bool is_over_budget(const struct wb_engine *run) {
  const size_t first = first_drawn(run);
  bool over = false;
  for (size_t i = 0; i < first && i < run->result->n_cases; i++)
    over |= run->result->cases[i].verdict == WB_VERDICT_OVER_BUDGET;
  return over;
}

static bool is_right(const struct wb_engine *run, enum wb_verdict verdict) {
  return verdict == WB_VERDICT_ACCEPTED ||
         (verdict == WB_VERDICT_OVER_BUDGET && is_over_budget(run));
}

/* Whether a learner sees what goes wrong without a drawn case. */
static bool is_explained(const struct wb_engine *run) {
  bool explained = false;
  for (size_t i = 0; i < run->result->n_cases; i++) {
    const struct wb_case_result *one = &run->result->cases[i];
    explained |= (one->visible || run->job->author) && one->verdict != WB_VERDICT_ACCEPTED &&
                 one->verdict != WB_VERDICT_OVER_BUDGET;
  }
  return explained;
}

/* Whether drawn cases bring points that the written ones have not lost already. */
static bool decides_points(const struct wb_engine *run) {
  const uint32_t group = run->puzzle->drawn_group;
  bool right = true;
  if (group == 0 || run->puzzle->groups[group - 1].each) return group > 0;
  for (size_t i = 0; i < run->result->n_cases; i++)
    right &= run->result->cases[i].group != group || wb_case_ran_right(&run->result->cases[i]);
  return right;
}

static bool checks(const struct wb_engine *run) {
  return run->puzzle->is_host ? run->result->checks : run->builder.info.checks;
}

bool wb_engine_goes_on(const struct wb_engine *run, size_t turn) {
  const size_t first = first_drawn(run);
  if (turn < first || run->job->verdicts_only) return true;
  if (!checks(run) && turn - first >= MOST_UNCHECKED) return false;
  /* What does too much may take for ever in a large case. */
  if (turn - first >= run->puzzle->n_drawn_small && is_over_budget(run)) return false;
  if (turn == first) return !is_explained(run) || decides_points(run);
  /* One drawn case that fails says enough: it is to be made smaller. */
  return is_right(run, run->result->cases[run->result->n_cases - 1].verdict);
}

bool wb_engine_skips_orders(const struct wb_engine *run, size_t index) {
  return wb_engine_is_drawn(run, index) && index < WB_FOUND_CASE(run->puzzle) &&
         (index - run->puzzle->n_cases - 1) % ORDERS_EVERY != 0;
}

/* ---- a smaller case ---- */

static const struct wb_finding *first_error(const struct wb_case_result *result) {
  for (size_t i = 0; i < result->n_findings; i++)
    if (result->findings[i].severity == WB_SEVERITY_ERROR) return &result->findings[i];
  return NULL;
}

/* A hidden case has told its first error, a visible one may warn of something before it. */
static bool fails_alike(const struct wb_case_result *a, const struct wb_case_result *b) {
  const struct wb_finding *one = first_error(a), *other = first_error(b);
  if (a->verdict != b->verdict) return false;
  return one == NULL || other == NULL ? one == other : one->kind == other->kind;
}

/* Judges a case that is in no sequence. False where it cannot be: the device has failed, say. */
static bool judge_apart(struct wb_engine *run, const struct wb_engine_judge *judge, size_t index,
                        struct wb_case **made, struct wb_case_result *result) {
  const struct wb_case_source *cases = &run->job->cases;
  struct wb_error unsaid = {0};
  const char *name = NULL;
  bool visible = false;
  *made = NULL;
  cases->name(cases->data, index, &name, &visible);
  *result = (struct wb_case_result){.name = wb_strdup(name), .visible = true};
  return cases->make(cases->data, index, made, &unsaid) == WB_OK &&
         judge->apart(run, judge->data, index, *made, result);
}

static void release_apart(struct wb_engine *run, struct wb_case *made,
                          struct wb_case_result *result) {
  wb_case_result_release(result);
  run->job->cases.free(made);
}

/* Judges smaller and smaller cases; the last that fails like `failed` is left in `made` and `best`.
 * What is spent on it is no more than a launch may take. */
static bool find_smallest(struct wb_engine *run, const struct wb_engine_judge *judge,
                          const struct wb_case_result *failed, struct wb_case **made,
                          struct wb_case_result *best) {
  const struct wb_case_source *cases = &run->job->cases;
  const uint64_t most_ns = (uint64_t)run->puzzle->limits.time_ms * 1000000;
  bool goes_on = judge_apart(run, judge, WB_FOUND_CASE(run->puzzle), made, best);
  const bool found = goes_on && fails_alike(failed, best);
  uint64_t spent_ns = best->spent_ns;
  const int most = run->puzzle->is_host ? MOST_PROGRAMS : MOST_ATTEMPTS;
  if (!found) release_apart(run, *made, best);
  for (int i = 0;
       found && goes_on && i < most && spent_ns < most_ns && cases->try_smaller(cases->data); i++) {
    struct wb_case_result result;
    struct wb_case *smaller;
    goes_on = judge_apart(run, judge, WB_TRIED_CASE(run->puzzle), &smaller, &result);
    spent_ns += result.spent_ns;
    if (goes_on && fails_alike(failed, &result)) {
      cases->take_smaller(cases->data);
      release_apart(run, *made, best);
      *made = smaller;
      *best = result;
    } else {
      release_apart(run, smaller, &result);
    }
  }
  return found;
}

/* ---- their place in the result ---- */

static bool is_worse(enum wb_verdict verdict, enum wb_verdict than) {
  return verdict != than && wb_verdict_worst(verdict, than) == verdict;
}

/* The worst of the results from `first` on; the others are released. */
static struct wb_case_result take_worst(struct wb_result *result, size_t first) {
  struct wb_case_result worst = result->cases[first];
  for (size_t i = first + 1; i < result->n_cases; i++) {
    const bool takes = is_worse(result->cases[i].verdict, worst.verdict);
    wb_case_result_release(takes ? &worst : &result->cases[i]);
    if (takes) worst = result->cases[i];
  }
  result->n_cases = first;
  return worst;
}

static size_t count_run(const struct wb_result *result, size_t first) {
  size_t count = 0;
  for (size_t i = first; i < result->n_cases; i++) count += wb_case_was_run(&result->cases[i]);
  return count;
}

/* The smallest case that fails takes the place of the drawn one, which was the last. */
static bool show_smallest(struct wb_engine *run, const struct wb_engine_judge *judge,
                          struct wb_case_result *failed, size_t drawn, struct wb_case **made) {
  const struct wb_case_source *cases = &run->job->cases;
  struct wb_case_result smallest;
  cases->find(cases->data, drawn);
  if (!find_smallest(run, judge, failed, made, &smallest)) return false;
  wb_case_result_release(failed);
  *failed = smallest;
  return true;
}

void wb_engine_conclude_drawn(struct wb_engine *run, const struct wb_engine_judge *judge) {
  struct wb_result *result = run->result;
  const size_t first = first_drawn(run);
  struct wb_case *made = NULL;
  bool shown = false;
  if (!run->draws || result->n_cases <= first) return;
  const size_t judged = count_run(result, first);
  struct wb_case_result one = take_worst(result, first);
  if (judged > 0 && !is_right(run, one.verdict) && !run->job->verdicts_only && !is_explained(run) &&
      one.verdict != WB_VERDICT_JUDGE_ERROR && one.verdict != WB_VERDICT_SECURITY_VIOLATION)
    shown = show_smallest(run, judge, &one, judged - 1, &made);
  one.drawn = judged > 0 ? judged : 1;
  one.step = (uint32_t)run->puzzle->steps.count;
  one.group = run->puzzle->drawn_group;
  if (!shown) {
    free(one.name);
    one.name = wb_format("%llu %s", (unsigned long long)one.drawn, WB_DRAWN_CASES_NAME);
    /* They keep nothing secret that went well. */
    one.visible |= one.verdict == WB_VERDICT_ACCEPTED;
  }
  result->cases[result->n_cases++] = one;
  if (!shown) return;
  wb_engine_end_case(run, &result->cases[first]);
  wb_engine_let_go(run, made);
}
