#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "judge/case_budgets.h"
#include "judge/case_orders.h"
#include "judge/case_run.h"
#include "judge/engine_private.h"
#include "judge/redaction.h"
#include "launch/source_file.h"
#include "result/steps.h"

/* How often a case is run at most, four times for where orders part. */
enum { MOST_LAUNCHES = WB_SCHEDULE_ORDERS + 4 };

/* ---- cases ahead --------------------------------------------------------------- */

void wb_engine_make_ahead(struct wb_engine *run, size_t turn) {
  if (turn >= run->sequence.count) return;
  const size_t index = run->sequence.index[turn];
  run->next_index = index;
  memset(&run->next_error, 0, sizeof run->next_error);
  run->next_status =
      run->job->cases.make(run->job->cases.data, index, &run->next, &run->next_error);
}

/* Of a case that was made in the first of two steps, the second. */
static enum wb_status make_expected(const struct wb_engine *run, size_t index, struct wb_case *made,
                                    struct wb_error *err) {
  const struct wb_case_source *cases = &run->job->cases;
  return made->lacks_expected ? cases->make_expected(cases->data, index, made, err) : WB_OK;
}

void wb_engine_make_first(struct wb_engine *run) {
  const struct wb_case_source *cases = &run->job->cases;
  if (cases->make_inputs == NULL || run->sequence.count == 0) {
    wb_engine_make_ahead(run, 0);
    return;
  }
  run->next_index = run->sequence.index[0];
  memset(&run->next_error, 0, sizeof run->next_error);
  run->next_status = cases->make_inputs(cases->data, run->next_index, &run->next, &run->next_error);
  if (run->next_status != WB_OK || run->builder.has_ended) return;
  run->next_status = make_expected(run, run->next_index, run->next, &run->next_error);
  if (run->next_status == WB_OK) return;
  cases->free(run->next);
  run->next = NULL;
}

struct wb_case *wb_engine_take_made(struct wb_engine *run, size_t index) {
  struct wb_case *made = run->next;
  if (run->next_index != index) wb_bug("case %zu was made instead of %zu", run->next_index, index);
  run->next = NULL;
  if (run->next_status == WB_OK) return made;
  wb_source_file_fail(run->result, &run->next_error);
  return NULL;
}

/* ---- results of cases ------------------------------------------------------------ */

struct wb_case_result *wb_engine_add_case(struct wb_engine *run, size_t index) {
  struct wb_case_result *result = &run->result->cases[run->result->n_cases++];
  const char *name = NULL;
  bool visible = false;
  memset(result, 0, sizeof *result);
  run->job->cases.name(run->job->cases.data, index, &name, &visible);
  result->visible = visible;
  if (run->puzzle->case_steps != NULL && index < run->puzzle->n_cases)
    result->step = run->puzzle->case_steps[index];
  result->group = wb_puzzle_case_group(run->puzzle, index);
  result->name = (visible || run->job->author) && name != NULL ? wb_strdup(name)
                                                               : wb_format("hidden %zu", index + 1);
  return result;
}

void wb_engine_begin_case(struct wb_engine *run, size_t index, const struct wb_case_result *result,
                          uint32_t time_ms) {
  const size_t own = run->puzzle->n_cases;
  const bool is_drawn = wb_engine_is_drawn(run, index);
  /* Of many small cases one in a while is enough. */
  if (is_drawn && index < WB_FOUND_CASE(run->puzzle) && (index - own - 1) % WB_CASES_AHEAD != 0)
    return;
  const struct wb_event event = {.kind = WB_EVENT_CASE,
                                 .index = is_drawn ? own + 1 : index + 1,
                                 .total = index == own ? own + 1 : own + run->draws,
                                 .name = is_drawn ? WB_DRAWN_CASES_NAME : result->name};
  const uint64_t launches = is_drawn ? WB_CASES_AHEAD : 1;
  const uint64_t patience_ms = WB_CASE_PATIENCE_MS + launches * wb_hang_limit_ms(time_ms);
  wb_engine_tell(run, &event, patience_ms < UINT32_MAX ? (uint32_t)patience_ms : UINT32_MAX);
}

/* Adds one of the puzzle's own. What is read from constant memory no counter has, so that those of
 * a kernel that does it say less than others. */
static void count_hidden(struct wb_engine *run, const struct wb_case_result *result) {
  struct wb_counters *all = &run->result->hidden_counters;
  if ((size_t)(result - run->result->cases) < run->puzzle->n_cases)
    wb_counters_add(all, &result->counters);
  if (run->takes_constant) *all = (struct wb_counters){0};
}

void wb_engine_end_case(struct wb_engine *run, struct wb_case_result *result) {
  const bool is_hidden = !result->visible && !run->job->author;
  if (is_hidden && run->job->hidden_counters) count_hidden(run, result);
  if (is_hidden || run->job->verdicts_only) wb_redaction_apply(result);
  run->result->verdict = wb_verdict_worst(run->result->verdict, result->verdict);
}

void wb_engine_fail_all_cases(struct wb_engine *run, const struct wb_finding *findings,
                              size_t count) {
  for (size_t i = 0; i < run->sequence.count; i++) {
    if (wb_engine_is_drawn(run, run->sequence.index[i])) break;
    struct wb_case_result *result = wb_engine_add_case(run, run->sequence.index[i]);
    result->verdict = WB_VERDICT_RUNTIME_ERROR;
    result->detail = wb_strdup("");
    result->text = wb_strdup("");
    for (size_t k = 0; k < count; k++) wb_case_add_finding(result, &findings[k]);
    wb_engine_end_case(run, result);
  }
}

void wb_engine_skip_cases(struct wb_engine *run, size_t turn, enum wb_verdict verdict,
                          const char *because) {
  for (; turn < run->sequence.count; turn++) {
    const size_t index = run->sequence.index[turn];
    if (wb_engine_is_drawn(run, index) && !run->job->verdicts_only) break;
    struct wb_case_result *result = wb_engine_add_case(run, index);
    result->verdict = verdict;
    result->detail = wb_format(WB_NOT_RUN ", because of what happened in \"%s\"", because);
    result->text = wb_strdup("");
    wb_engine_end_case(run, result);
  }
}

/* ---- judging --------------------------------------------------------------------- */

/* Verdicts after which more cases would only take time, or have no device. */
bool wb_engine_ends_with(const struct wb_engine *run, enum wb_verdict verdict) {
  const bool limit = verdict == WB_VERDICT_TIME_LIMIT || verdict == WB_VERDICT_MEMORY_LIMIT;
  return (limit && !run->job->every_case) || verdict == WB_VERDICT_SECURITY_VIOLATION ||
         verdict == WB_VERDICT_JUDGE_ERROR;
}

void wb_engine_let_go(struct wb_engine *run, struct wb_case *made) {
  struct wb_recording *recording = &run->recording;
  if (made != NULL && run->job->trace && run->result->n_cases > 0 &&
      run->result->verdict != WB_VERDICT_JUDGE_ERROR &&
      wb_recording_takes(recording, run->result, run->job->author)) {
    struct wb_case *before = recording->made;
    recording->made = made;
    recording->index = run->result->n_cases - 1;
    made = before;
  }
  run->job->cases.free(made);
}

/* The program that records and counts what the other does not; 0: it cannot be built. */
static wb_handle traced_program(struct wb_engine *run, const struct wb_case_job *how) {
  struct wb_build_request request = run->builder.request;
  struct wb_build_result built;
  struct wb_error err = {0};
  wb_build_result_init(&built);
  request.lists_mutants = request.wants_fingerprint = false;
  if (run->traced == 0 && request.profile) run->traced = how->program;
  request.profile = true;
  if (run->traced == 0 && wb_device_build(how->device, &request, &built, &err) == WB_OK)
    run->traced = built.program;
  wb_build_result_release(&built);
  return run->traced;
}

/* Where the orders part. */
static void explain_order(struct wb_engine *run, const struct wb_case_job *how,
                          const struct wb_case *made, struct wb_case_result *result) {
  const wb_handle traced = traced_program(run, how);
  if (traced != 0) wb_case_explain_order(how, traced, made, result);
}

bool wb_engine_needs_arrays(const struct wb_engine *run, const struct wb_case_result *result) {
  for (size_t i = 0; i < run->result->n_cases; i++) {
    const struct wb_case_result *other = &run->result->cases[i];
    if (other != result && other->verdict == WB_VERDICT_OVER_BUDGET &&
        !wb_case_explains_better(result, other))
      return false;
  }
  return (result->visible || run->job->author) && !run->job->verdicts_only &&
         wb_case_lacks_arrays(result);
}

static void explain_budget(struct wb_engine *run, const struct wb_case_job *how,
                           const struct wb_case *made, struct wb_case_result *result) {
  struct wb_case_job counting = *how;
  struct wb_case_result counted = {.name = wb_strdup(result->name)};
  struct wb_error unsaid = {0};
  counting.program = traced_program(run, how);
  counting.schedule = result->order;
  if (counting.program != 0) {
    struct wb_case_run *again = wb_case_run_new();
    if (wb_case_launch(again, &counting, made, &unsaid) != WB_OK)
      wb_case_abandon(again);
    else if (wb_case_finish(again, &counted, &unsaid) == WB_OK &&
             counted.verdict == WB_VERDICT_OVER_BUDGET)
      wb_case_take_arrays(made, result, &counted);
    free(again);
  }
  wb_case_result_release(&counted);
}

/* Milliseconds that all launches of a case may take, in all orders. */
static uint32_t case_time(const struct wb_engine *run, const struct wb_case *made) {
  const uint32_t given = run->job->time_limit_ms, usual = run->puzzle->limits.time_ms;
  return MOST_LAUNCHES * (given > usual ? given : usual) *
         (made->n_stages > 1 ? WB_CASE_TIME_LIMITS : 1);
}

/* A case that launches a kernel with what it does not take. */
static void fail_case(struct wb_engine *run, size_t index, const struct wb_launch_check *check) {
  struct wb_case_result *result = wb_engine_add_case(run, index);
  wb_case_begin(result);
  for (size_t i = 0; i < check->n_findings; i++) wb_case_add_finding(result, &check->findings[i]);
  wb_case_verdict(result, WB_VERDICT_RUNTIME_ERROR, "%s", "");
  wb_engine_end_case(run, result);
}

/* A case whose launch is to be another one, and cannot be. */
static void pass_over(struct wb_engine *run, size_t index) {
  struct wb_case_result *result = wb_engine_add_case(run, index);
  wb_case_begin(result);
  free(result->detail);
  result->detail = wb_format(WB_NOT_RUN ", because its launch cannot be changed so: %s",
                             wb_word_help(&wb_launch_changes, run->job->launch_change));
  wb_engine_end_case(run, result);
}

/* In how many it must be right, as wb_case_orders. */
static size_t orders_of(const struct wb_engine *run, const struct wb_case_job *how, size_t index,
                        uint32_t n_orders, const struct wb_case_result *result) {
  if (wb_engine_skips_orders(run, index)) return 1;
  if (run->job->verdicts_only && result->verdict != WB_VERDICT_ACCEPTED) return 1;
  return wb_engine_orders(run, how->info->checks, n_orders, result);
}

/* What is right for a case under way cannot be said. */
static enum wb_status give_up(struct wb_case_run *at, const struct wb_case_job *how,
                              enum wb_status why) {
  struct wb_error unsaid;
  wb_device_finish(how->device, &unsaid);
  wb_case_abandon(at);
  return why;
}

/* ---- launched ahead ---- */

static bool is_within(const struct wb_engine *run, const struct wb_case *made, size_t most_items,
                      size_t most_bytes) {
  const struct wb_case_stage *stage = &made->stages[0];
  size_t items = 1;
  for (unsigned d = 0; d < stage->dimensions && items <= most_items; d++)
    items *= stage->global[d] <= most_items ? stage->global[d] : most_items + 1;
  return items <= most_items && wb_case_bytes(run->puzzle, made) <= most_bytes;
}

/* Whether its launch takes less time than to tell the device of it. */
static bool is_short(const struct wb_engine *run, const struct wb_case *made) {
  return is_within(run, made, 1 << 12, 64 << 10);
}

/* Whether its launch may be one of those that the emulator runs in a row: of which they are, only
 * the emulator knows. */
static bool is_for_row(const struct wb_engine *run, const struct wb_case *made) {
  return is_within(run, made, 1 << 17, 1 << 20);
}

/* A case under way. The device need not know of one that waits for others before they are asked
 * for.
 */
static struct wb_case_ahead launch_case(const struct wb_engine *run, const struct wb_case_job *how,
                                        struct wb_case *made, uint32_t n_orders) {
  struct wb_case_ahead one = {.made = made, .run = wb_case_run_new(), .n_orders = n_orders};
  one.run->ran_before = run->ran;
  one.run->had_memory = wb_case_bytes(run->puzzle, made) <= run->ran_bytes;
  one.status = wb_case_launch(one.run, how, made, &one.run->error);
  if (one.status == WB_OK && !is_short(run, made)) wb_device_flush(how->device, NULL);
  return one;
}

void wb_engine_forget_ahead(struct wb_engine *run) {
  for (size_t i = 0; i < run->n_ahead; i++) {
    wb_case_abandon(run->ahead[i].run); /* whatever became of its launch */
    free(run->ahead[i].run);
    run->job->cases.free(run->ahead[i].made);
  }
  run->n_ahead = 0;
}

/* Launches of several cases run beside each other, while nothing is wrong. Most mutants end at the
 * first case, and so do many of an author's wrong kernels: these are to cost little. What is timed
 * has the machine for itself. */
static bool may_launch_ahead(const struct wb_engine *run, const struct wb_case_job *how) {
  const struct wb_judge_job *job = run->job;
  return how->info->checks && run->result->verdict == WB_VERDICT_ACCEPTED &&
         (run->ran || !job->author) && how->launch_change == WB_LAUNCH_AS_IT_IS &&
         !job->verdicts_only && !job->timed;
}

/* Its launches, where there is one, nothing is wrong with it, and it is not large. */
static bool can_be_ahead(struct wb_engine *run, size_t turn, const struct wb_case *made,
                         uint32_t *n_orders) {
  enum { MOST_BYTES = 4 << 20 };
  struct wb_launch_check *check = wb_alloc(sizeof *check);
  bool fits = made->n_stages == 1 && !made->lacks_expected &&
              wb_case_bytes(run->puzzle, made) <= MOST_BYTES &&
              wb_engine_is_known(run, &made->stages[0]) &&
              wb_engine_check_launches(run, turn, made, check);
  if (fits) wb_engine_check_groups(run, made, check);
  fits = fits && check->n_findings == 0;
  *n_orders = fits ? check->n_orders : 1;
  free(check);
  return fits;
}

/* One for each processor, besides the case whose turn it is: the device has always one to go on
 * with, while what came of those before it is looked at. */
static size_t count_ahead(void) {
  cpu_set_t set;
  const size_t count = sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1;
  return count < WB_CASES_AHEAD ? count : WB_CASES_AHEAD;
}

static bool has_room(const struct wb_engine *run, const struct wb_case *made) {
  enum { MOST_BYTES = 4 << 20 }; /* of all together */
  size_t bytes = wb_case_bytes(run->puzzle, made);
  if (!is_for_row(run, made)) return run->n_ahead < count_ahead();
  for (size_t i = 0; i < run->n_ahead; i++) bytes += wb_case_bytes(run->puzzle, run->ahead[i].made);
  return run->n_ahead < WB_CASES_AHEAD && bytes <= MOST_BYTES;
}

/* Whether the next case is launched together with those after it, once those ahead are judged: they
 * run in a row, and one more at a time would begin another row. */
static bool waits_for_row(const struct wb_engine *run) {
  return run->n_ahead > 0 && run->next != NULL && is_for_row(run, run->next);
}

/* Makes and launches the cases after `turn` and those ahead already. Where one cannot be made, that
 * is said when it is its turn. */
static void launch_ahead(struct wb_engine *run, const struct wb_case_job *how, size_t turn) {
  uint32_t n_orders = 1;
  bool goes_on = !waits_for_row(run);
  turn += run->n_ahead;
  while (goes_on && run->next != NULL && run->next_status == WB_OK && has_room(run, run->next) &&
         can_be_ahead(run, ++turn, run->next, &n_orders)) {
    const struct wb_case_ahead one = launch_case(run, how, run->next, n_orders);
    run->ahead[run->n_ahead++] = one;
    run->next = NULL;
    goes_on = one.status == WB_OK;
    if (goes_on) wb_engine_make_ahead(run, turn + 1);
  }
}

static void ask_once(struct wb_case_ahead *one) {
  if (!one->asked) wb_case_ask(one->run);
  one->asked = true;
}

/* Once no more cases are launched: the worker need not wait for a question about each of them,
 * while what came of those before it is looked at. */
static void ask_ahead(struct wb_engine *run, struct wb_case_ahead *first) {
  const bool is_last = run->next == NULL || waits_for_row(run);
  if (!is_last || run->n_ahead == 0 || first->made->n_stages > 1) return;
  ask_once(first);
  for (size_t i = 0; i < run->n_ahead && run->ahead[i].status == WB_OK; i++)
    ask_once(&run->ahead[i]);
}

/* The case whose turn it is, if it was launched ahead; else `made` is NULL. One is launched again
 * where the case before it did not end well. */
static struct wb_case_ahead take_ahead(struct wb_engine *run) {
  struct wb_case_ahead first = {.made = NULL};
  if (run->n_ahead == 0) return first;
  first = run->ahead[0];
  run->n_ahead--;
  memmove(run->ahead, run->ahead + 1, run->n_ahead * sizeof first);
  if (first.run->outcome.kind == WB_OUTCOME_CANCELLED) {
    wb_arguments_release(&first.run->arguments, NULL);
    wb_case_abandon(first.run);
    free(first.run);
    first.run = NULL;
  }
  return first;
}

/* ---- judged ---- */

/* What is done while the device runs the kernel of a case that was launched just now. */
static enum wb_status use_time(struct wb_engine *run, size_t turn, size_t index,
                               struct wb_case *made, struct wb_error *err) {
  const enum wb_status status = make_expected(run, index, made, err);
  if (status == WB_OK && run->n_ahead == 0) wb_engine_make_ahead(run, turn + 1);
  return status;
}

/* Launches the case of `one`, where that is not done yet, once more in other orders where they may
 * matter, and compares. A `turn` behind the sequence is of a case that has no place in it. `lost`:
 * the kernel took the device with it. An error is the device's. */
static enum wb_status run_case(struct wb_engine *run, const struct wb_case_job *how, size_t turn,
                               size_t index, struct wb_case_ahead *one,
                               struct wb_case_result *result, bool *lost, struct wb_error *err) {
  struct wb_case *made = one->made;
  const size_t bytes = wb_case_bytes(run->puzzle, made);
  const bool launches = one->run == NULL;
  if (launches) *one = launch_case(run, how, made, one->n_orders);
  enum wb_status status = one->status;
  if (status == WB_OK) {
    if (launches) status = use_time(run, turn, index, made, err);
    if (status == WB_OK && may_launch_ahead(run, how)) launch_ahead(run, how, turn);
    if (status == WB_OK) ask_ahead(run, one);
    status =
        status == WB_OK ? wb_case_finish(one->run, result, err) : give_up(one->run, how, status);
    if (status == WB_OK) wb_engine_note_order(run, how->info->checks, one->n_orders, result);
    const size_t orders = status == WB_OK ? orders_of(run, how, index, one->n_orders, result) : 1;
    /* A launch that ends badly cancels those after it. So all that are ahead end before one is
     * taken for the next turn, and before another order is launched, which is not to be cancelled.
     */
    if (status == WB_OK && run->n_ahead > 0 &&
        (orders > 1 || result->verdict != WB_VERDICT_ACCEPTED))
      status = wb_device_finish(how->device, err);
    if (status == WB_OK && orders > 1)
      status = wb_case_try_orders(how, made, orders, index + 1, result, err);
    if (status == WB_OK && wb_case_depends_on_order(result) && !run->job->verdicts_only)
      explain_order(run, how, made, result);
    if (status == WB_OK && wb_engine_needs_arrays(run, result))
      explain_budget(run, how, made, result);
  } else {
    *err = one->run->error;
    status = wb_case_not_launched(one->run, status, result, err);
  }
  if (status == WB_OK) run->ran = true;
  if (status == WB_OK && bytes > run->ran_bytes) run->ran_bytes = bytes;
  *lost = one->run->device_lost;
  free(one->run);
  return status;
}

/* Judges the case whose turn it is, which is freed. False where the run is over. */
static bool judge_launches(struct wb_engine *run, const struct wb_case_job *how, size_t turn,
                           struct wb_case_ahead one) {
  struct wb_case *made = one.made;
  const size_t index = run->sequence.index[turn];
  struct wb_case_result *result = wb_engine_add_case(run, index);
  struct wb_error err = {0};
  bool lost = false;
  wb_engine_begin_case(run, index, result, case_time(run, made));
  if (run_case(run, how, turn, index, &one, result, &lost, &err) != WB_OK) {
    /* What was not judged is no result: conclude_run sees that one lacks. */
    run->result->n_cases--;
    wb_case_result_release(result);
    wb_source_file_fail(run->result, &err);
    run->job->cases.free(made);
    return false;
  }
  wb_engine_end_case(run, result);
  if (wb_engine_is_drawn(run, index))
    run->job->cases.free(made);
  else
    wb_engine_let_go(run, made);
  lost |= wb_engine_ends_with(run, result->verdict);
  if (lost) wb_engine_skip_cases(run, turn + 1, result->verdict, result->name);
  return !lost;
}

/* Takes the case whose turn it is. False where the run is over. */
static bool judge_case(struct wb_engine *run, const struct wb_case_job *how, size_t turn) {
  const size_t index = run->sequence.index[turn];
  struct wb_case_ahead one = take_ahead(run);
  if (one.made != NULL) return judge_launches(run, how, turn, one);
  struct wb_case *made = wb_engine_take_made(run, index);
  if (made == NULL) return false;
  struct wb_launch_check *check = wb_alloc(sizeof *check);
  const bool fits = wb_case_takes_change(made, how->launch_change);
  bool goes_on = wb_engine_check_launches(run, turn, made, check);
  /* Where the launch is changed, the device looks at what it has become. */
  if (goes_on && check->n_findings == 0 && how->launch_change == WB_LAUNCH_AS_IT_IS)
    wb_engine_check_groups(run, made, check);
  if (goes_on && check->n_findings == 0 && fits) {
    one = (struct wb_case_ahead){.made = made, .n_orders = check->n_orders};
    goes_on = judge_launches(run, how, turn, one);
    made = NULL;
  } else if (goes_on) {
    wb_engine_make_ahead(run, turn + 1);
    if (check->n_findings > 0)
      fail_case(run, index, check);
    else
      pass_over(run, index);
  }
  run->job->cases.free(made);
  free(check);
  return goes_on;
}

bool wb_engine_skip_if_decided(struct wb_engine *run, size_t turn) {
  const struct wb_result *result = run->result;
  size_t decided = 0;
  if (!run->job->verdicts_only || turn < run->sequence.n_small ||
      result->verdict == WB_VERDICT_ACCEPTED)
    return false;
  while (decided + 1 < result->n_cases && result->cases[decided].verdict == WB_VERDICT_ACCEPTED)
    decided++;
  wb_engine_skip_cases(run, turn, result->cases[decided].verdict, result->cases[decided].name);
  return true;
}

/* Its kernels are known, as the case is smaller than one that was judged. */
static bool judge_apart(struct wb_engine *run, const void *data, size_t index, struct wb_case *made,
                        struct wb_case_result *result) {
  const size_t no_turn = run->sequence.count;
  struct wb_launch_check *check = wb_alloc(sizeof *check);
  struct wb_error unsaid = {0};
  bool lost = false, judged = false;
  if (wb_engine_check_launches(run, no_turn, made, check)) {
    struct wb_case_ahead one = {.made = made, .n_orders = check->n_orders};
    wb_engine_begin_case(run, index, result, case_time(run, made));
    judged = run_case(run, data, no_turn, index, &one, result, &lost, &unsaid) == WB_OK;
  }
  free(check);
  return judged && !lost;
}

void wb_engine_sort_cases(struct wb_engine *run) {
  struct wb_result *result = run->result;
  if (result->trace_case < result->n_cases)
    result->trace_case =
        wb_case_sequence_place(&run->sequence, result->n_cases, result->trace_case);
  wb_case_sequence_sort(&run->sequence, result->cases, result->n_cases);
}

void wb_engine_judge_cases(struct wb_engine *run) {
  struct wb_case_job how = {.device = run->builder.device,
                            .info = &run->builder.info,
                            .puzzle = run->puzzle,
                            .program = run->builder.result.program,
                            .schedule = run->job->schedule,
                            .subgroup = run->job->subgroup,
                            .launch_change = run->job->launch_change,
                            .time_limit_ms = run->job->time_limit_ms,
                            .step_limit = run->job->step_limit,
                            .arrays_alone = !run->job->profile && !run->puzzle->has_modelled_budget,
                            .measures = run->job->author && !run->job->verdicts_only,
                            .verdict_only = run->job->verdicts_only};
  bool goes_on = true;
  for (size_t turn = 0; turn < run->sequence.count && goes_on; turn++) {
    goes_on = !wb_engine_skip_if_decided(run, turn) && wb_engine_goes_on(run, turn) &&
              judge_case(run, &how, turn);
  }
  /* Those that were launched ahead of one that failed are of no interest. */
  if (run->draws && run->n_ahead > 0) wb_device_finish(how.device, NULL);
  if (run->draws) wb_engine_forget_ahead(run);
  wb_engine_conclude_drawn(run, &(struct wb_engine_judge){judge_apart, &how});
  /* Their outcomes are still to be filled in. */
  if (run->n_ahead > 0) wb_device_finish(how.device, NULL);
  if (run->recording.made != NULL && run->result->verdict != WB_VERDICT_JUDGE_ERROR)
    wb_recording_run(&run->recording, &run->builder, &how, run->job->trace_launch, run->result);
}
