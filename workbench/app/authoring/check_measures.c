#include "authoring/check_measures.h"

#include <stdlib.h>
#include <string.h>

#include "authoring/measure_fit.h"
#include "base/str.h"
#include "finding/counters.h"
#include "result/puzzle_audit.h"

enum {
  /* A limit is near where right kernels need more than this part of it. Time is measured, and
   * differs between machines more than anything else. */
  NEAR_TIME = 4,
  NEAR_COUNT = 2,
  /* A limit was raised for nothing where right kernels need less than this part of the usual one.
   */
  FAR_BELOW = 20,
  FAR_TOO_LOOSE = 1000, /* a tolerance: times what rounding explains */
  MARGIN = 4            /* what differs so in the kernels here may differ more in others */
};
static const double SHARE_NEAR = 0.75, SHARE_LOOSE = 0.01; /* of a tolerance, that is used */

/* The most that any right kernel needs in a case, in any of its runs. */
struct measured_case {
  char *name;
  struct wb_counters most, budgets;
  uint32_t budgeted;
  uint64_t printed_bytes;
};

struct measured_kernel {
  struct wb_check_measures *measures;
  char *part;
  struct wb_run_options options; /* as it was judged first */
  bool reads_local;              /* in some case */
  uint64_t *least_ns;            /* of each case */
  bool steps_planned, steps_judged, within_steps;
  struct measured_kernel *next;
};

struct measured_deviation {
  char *array;
  struct wb_output_deviation most; /* of all; its `array` is not used */
  char *part, *case_name;          /* where most of the tolerance is used */
  struct measured_deviation *next;
};

struct wb_check_measures {
  struct wb_check_puzzle *puzzle;
  struct wb_puzzle_audit audit;
  bool has_audit;
  bool rejected; /* a right kernel, as it is */
  bool counted;  /* by a device that counts */
  struct measured_case *cases;
  size_t n_cases;
  struct measured_kernel *kernels, *last_kernel;
  struct measured_deviation *deviations;
  /* The first wrong kernel that must be over budget and is accepted: what it needed in the case in
   * which it needs most beyond right ones is asked later. NULL: none. */
  char *let_through;
  struct wb_counters *wrong_counters; /* one a case; zeroed where it is hidden */
  size_t n_wrong;
};

/* ---- what comes in ----------------------------------------------------------------------- */

static uint64_t larger_of(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void plan_step_judgements(struct wb_check_measures *measures);

void wb_check_measures_take_audit(struct wb_check_measures *measures,
                                  struct wb_puzzle_audit *audit) {
  if (measures == NULL) return;
  measures->audit = *audit;
  measures->has_audit = true;
  *audit = (struct wb_puzzle_audit){.puzzle = NULL};
  plan_step_judgements(measures);
}

static struct measured_kernel *measured_kernel_of(struct wb_check_measures *measures,
                                                  const char *part,
                                                  const struct wb_judgement *judgement) {
  struct measured_kernel *kernel = measures->kernels;
  while (kernel != NULL && strcmp(kernel->part, part) != 0) kernel = kernel->next;
  if (kernel != NULL) return kernel;
  kernel = wb_alloc(sizeof *kernel);
  *kernel = (struct measured_kernel){
      .measures = measures, .part = wb_strdup(part), .options = judgement->options};
  kernel->least_ns = wb_alloc((judgement->result.n_cases + 1) * sizeof *kernel->least_ns);
  if (measures->last_kernel != NULL)
    measures->last_kernel->next = kernel;
  else
    measures->kernels = kernel;
  measures->last_kernel = kernel;
  return kernel;
}

static void take_deviations(struct wb_check_measures *measures, const char *part,
                            const struct wb_case_result *one) {
  for (size_t i = 0; i < one->n_deviations; i++) {
    const struct wb_output_deviation *from = &one->deviations[i];
    struct measured_deviation *into = measures->deviations;
    while (into != NULL && strcmp(into->array, from->array) != 0) into = into->next;
    if (into == NULL) {
      into = wb_alloc(sizeof *into);
      *into = (struct measured_deviation){.array = wb_strdup(from->array),
                                          .next = measures->deviations};
      measures->deviations = into;
    }
    struct wb_output_deviation *most = &into->most;
    if (from->relative > most->relative) most->relative = from->relative;
    if (from->absolute > most->absolute) most->absolute = from->absolute;
    if (from->units > most->units) most->units = from->units;
    if (from->share <= most->share) continue;
    most->share = from->share;
    free(into->part);
    free(into->case_name);
    into->part = wb_strdup(part);
    into->case_name = wb_strdup(one->name);
  }
}

static void take_counters(struct wb_check_measures *measures, struct measured_kernel *kernel,
                          size_t index, const struct wb_case_result *one) {
  struct measured_case *into = &measures->cases[index];
  struct wb_counters counters = one->counters;
  for (unsigned i = 0; i < WB_BUDGET_COUNTERS; i++) {
    uint64_t *most = wb_counter_at(&into->most, i);
    *most = larger_of(*most, *wb_counter_at(&counters, i));
  }
  into->budgets = one->budgets;
  into->budgeted = one->budgeted;
  into->printed_bytes = larger_of(into->printed_bytes, strlen(one->text));
  kernel->reads_local |= counters.local_reads > 0;
  if (kernel->least_ns[index] == 0 || one->time_ns < kernel->least_ns[index])
    kernel->least_ns[index] = one->time_ns;
}

/* The first result says how many cases there are. */
static bool has_same_cases(struct wb_check_measures *measures, const struct wb_result *result) {
  if (measures->cases == NULL) {
    measures->n_cases = result->n_cases;
    measures->cases = wb_alloc((result->n_cases + 1) * sizeof *measures->cases);
    for (size_t i = 0; i < result->n_cases; i++)
      measures->cases[i].name = wb_strdup(result->cases[i].name);
  }
  return measures->n_cases == result->n_cases;
}

void wb_check_measures_take_right(struct wb_check_measures *measures, const char *part,
                                  const struct wb_judgement *judgement, bool first) {
  const struct wb_result *result = &judgement->result;
  if (measures == NULL) return;
  const bool accepted =
      judgement->status == WB_OK && result->verdict == WB_VERDICT_ACCEPTED && result->n_cases > 0;
  if (first) measures->rejected |= !accepted;
  if (!accepted || !has_same_cases(measures, result)) return;
  struct measured_kernel *kernel = measured_kernel_of(measures, part, judgement);
  for (size_t i = 0; i < result->n_cases; i++) {
    if (result->checks) take_counters(measures, kernel, i, &result->cases[i]);
    take_deviations(measures, part, &result->cases[i]);
  }
  measures->counted |= result->checks;
  if (first) plan_step_judgements(measures);
}

void wb_check_measures_take_wrong(struct wb_check_measures *measures, const char *part,
                                  const struct wb_result *result) {
  if (measures == NULL || measures->let_through != NULL || !result->checks ||
      result->verdict != WB_VERDICT_ACCEPTED)
    return;
  measures->let_through = wb_strdup(part);
  measures->n_wrong = result->n_cases;
  measures->wrong_counters = wb_alloc((result->n_cases + 1) * sizeof *measures->wrong_counters);
  for (size_t i = 0; i < result->n_cases; i++)
    measures->wrong_counters[i] = result->cases[i].counters;
}

/* ---- steps ---------------------------------------------------------------------------------- */

/* The emulator does not say how many steps a kernel took. It is judged once more with fewer, where
 * the spec sets a limit. */

static const struct wb_audit_bound *bound_named(const struct wb_check_measures *measures,
                                                const char *field) {
  const struct wb_puzzle_audit *audit = &measures->audit;
  for (size_t i = 0; i < audit->n_bounds; i++)
    if (strcmp(audit->bounds[i].field, field) == 0) return &audit->bounds[i];
  return NULL;
}

static void take_step_judgement(struct wb_judgement *judgement, void *data) {
  struct measured_kernel *kernel = data;
  kernel->steps_judged = wb_check_was_judged(kernel->measures->puzzle, judgement);
  kernel->within_steps = judgement->result.verdict == WB_VERDICT_ACCEPTED;
}

static bool was_raised(const struct wb_audit_bound *limit) {
  return limit->line > 0 && limit->value > limit->usual;
}

static void plan_step_judgements(struct wb_check_measures *measures) {
  const struct wb_audit_bound *steps = bound_named(measures, "limits.steps");
  if (steps == NULL || steps->line == 0) return;
  for (struct measured_kernel *one = measures->kernels; one != NULL; one = one->next) {
    struct wb_run_options options = one->options;
    if (one->steps_planned) continue;
    one->steps_planned = true;
    options.step_limit = was_raised(steps) ? steps->usual / FAR_BELOW : steps->value / NEAR_COUNT;
    if (options.step_limit > 0)
      wb_check_judge(measures->puzzle, &options, one->part, take_step_judgement, one);
  }
}

/* ---- what is said -----------------------------------------------------------------------------
 */

static struct wb_check_place place_in_spec(const struct wb_check_measures *measures, char **file,
                                           unsigned line) {
  *file = wb_format("puzzles/%s/puzzle.lua", measures->puzzle->slug);
  return (struct wb_check_place){
      .puzzle = measures->puzzle->slug, .part = "puzzle.lua", .file = *file, .line = line};
}

static struct wb_check_item *suggest(struct wb_check_measures *measures, const char *check,
                                     unsigned line, const char *remedy, const char *message) {
  char *file;
  const struct wb_check_place place = place_in_spec(measures, &file, line);
  struct wb_check_item *item =
      wb_check_suggestion(&measures->puzzle->report, check, &place, remedy, "%s", message);
  free(file);
  return item;
}

/* Where nothing was suggested under that name: that it was looked at, or why not. */
static void conclude_check(struct wb_check_measures *measures, const char *check,
                           const char *obstacle) {
  struct wb_check_report *report = &measures->puzzle->report;
  char *file;
  const struct wb_check_place place = place_in_spec(measures, &file, 0);
  bool said = false;
  for (size_t i = 0; i < report->count; i++) said |= strcmp(report->items[i].check, check) == 0;
  if (!said && obstacle != NULL)
    wb_check_skipped(report, check, &place, obstacle);
  else if (!said)
    wb_check_passed(report, check, &place);
  free(file);
}

/* ---- budgets ---- */

static uint64_t *needed_of_counter(const struct wb_check_measures *measures, unsigned counter) {
  uint64_t *needed = wb_alloc((measures->n_cases + 1) * sizeof *needed);
  for (size_t i = 0; i < measures->n_cases; i++)
    needed[i] = *wb_counter_at(&measures->cases[i].most, counter);
  return needed;
}

/* "max_global_reads = \"k + 2\"" */
static void add_fitting_budget(const struct wb_check_measures *measures, unsigned counter,
                               struct wb_str *out) {
  const struct wb_puzzle_audit *audit = &measures->audit;
  uint64_t *needed = needed_of_counter(measures, counter);
  const struct wb_measure_fit fit =
      wb_measure_fit_make(audit->variables, audit->n_variables, needed, measures->n_cases);
  wb_str_addf(out, "%s = ", wb_counter_names()[counter]);
  wb_measure_fit_words(&fit, out);
  free(needed);
}

/* What a budget leaves in the case where it leaves least, and in all of them. */
struct budget_slack {
  uint64_t least, all;
};

static struct budget_slack slack_of_budget(const struct wb_check_measures *measures,
                                           unsigned counter) {
  struct budget_slack slack = {.least = UINT64_MAX};
  for (size_t i = 0; i < measures->n_cases; i++) {
    struct measured_case *one = &measures->cases[i];
    const uint64_t allowed = *wb_counter_at(&one->budgets, counter);
    const uint64_t needed = *wb_counter_at(&one->most, counter);
    const uint64_t left = allowed > needed ? allowed - needed : 0;
    if (left < slack.least) slack.least = left;
    slack.all += left;
  }
  return slack;
}

/* The budget that right kernels hold: fitted to what they need, or where that is no better what the
 * spec has, less what is left in every case. */
static void add_tighter_budget(const struct wb_check_measures *measures, unsigned counter,
                               const struct wb_audit_bound *bound, const struct budget_slack *slack,
                               struct wb_str *out) {
  const struct wb_puzzle_audit *audit = &measures->audit;
  const size_t length = strlen(bound->text);
  uint64_t *needed = needed_of_counter(measures, counter);
  const struct wb_measure_fit fit =
      wb_measure_fit_make(audit->variables, audit->n_variables, needed, measures->n_cases);
  wb_str_addf(out, "%s = ", wb_counter_names()[counter]);
  if (bound->text[0] == '"' && fit.slack > slack->all - slack->least * measures->n_cases)
    wb_str_addf(out, "%.*s - %llu\"", (int)length - 1, bound->text,
                (unsigned long long)slack->least);
  else
    wb_measure_fit_words(&fit, out);
  free(needed);
}

/* "case 1 needs 4 of 8: one group" */
static char *list_of_needs(struct wb_check_measures *measures, unsigned counter) {
  struct wb_str list;
  wb_str_init(&list);
  for (size_t i = 0; i < measures->n_cases; i++) {
    struct measured_case *one = &measures->cases[i];
    wb_str_addf(&list, "case %zu needs %llu of %llu: %s\n", i + 1,
                (unsigned long long)*wb_counter_at(&one->most, counter),
                (unsigned long long)*wb_counter_at(&one->budgets, counter), one->name);
  }
  return wb_str_detach(&list);
}

static void look_at_budget(struct wb_check_measures *measures, unsigned counter,
                           const struct wb_audit_bound *bound) {
  const struct budget_slack slack = slack_of_budget(measures, counter);
  struct wb_str remedy;
  if (slack.least == 0) return;
  wb_str_init(&remedy);
  wb_str_add(&remedy, "What they need is `");
  add_tighter_budget(measures, counter, bound, &slack, &remedy);
  wb_str_add(&remedy, "`. If more is meant to be right, add the kernel that needs it to right/.");
  char *message = wb_format("%s allows %s, and right kernels need fewer %s in every case",
                            bound->field, bound->text, wb_counter_noun(counter));
  struct wb_check_item *item = suggest(measures, "budget-loose", bound->line, remedy.data, message);
  free(item->detail);
  item->detail = list_of_needs(measures, counter);
  free(message);
  wb_str_release(&remedy);
}

static bool look_at_budgets(struct wb_check_measures *measures) {
  bool any = false;
  for (unsigned i = 0; i < WB_BUDGET_COUNTERS; i++) {
    char *field = wb_format("budgets.%s", wb_counter_names()[i]);
    const struct wb_audit_bound *bound = bound_named(measures, field);
    if (bound != NULL) look_at_budget(measures, i, bound);
    any |= bound != NULL;
    free(field);
  }
  return any;
}

/* The counter, and the case, of which a wrong kernel needs most times what right ones need; of one
 * work-item rather than of all of them, which is easier to say in a spec. */
static bool find_excess(struct wb_check_measures *measures, unsigned *counter, size_t *index) {
  double most = 1;
  for (size_t i = 0; i < measures->n_wrong && i < measures->n_cases; i++)
    for (unsigned k = 0; k < WB_BUDGET_COUNTERS; k++) {
      const uint64_t right = *wb_counter_at(&measures->cases[i].most, k);
      const uint64_t wrong = *wb_counter_at(&measures->wrong_counters[i], k);
      const double times = right > 0 ? (double)wrong / (double)right : 1 + (double)wrong;
      const bool of_one = wb_starts_with(wb_counter_names()[k], "max_");
      if (wrong <= right || (of_one ? times < most : times <= most)) continue;
      most = times;
      *counter = k;
      *index = i;
    }
  return most > 1;
}

static void suggest_against_wrong(struct wb_check_measures *measures) {
  unsigned counter = 0;
  size_t index = 0;
  struct wb_str remedy;
  if (measures->let_through == NULL || !find_excess(measures, &counter, &index)) return;
  wb_str_init(&remedy);
  wb_str_add(&remedy, "Add `budgets = { ");
  add_fitting_budget(measures, counter, &remedy);
  wb_str_add(&remedy, " }`, which right kernels hold.");
  char *message = wb_format(
      "%s must be over budget, and no budget limits what it does more than right kernels: %llu %s "
      "in case %zu, where they need %llu",
      measures->let_through,
      (unsigned long long)*wb_counter_at(&measures->wrong_counters[index], counter),
      wb_counter_noun(counter), index + 1,
      (unsigned long long)*wb_counter_at(&measures->cases[index].most, counter));
  suggest(measures, "budget-missing", 0, remedy.data, message);
  free(message);
  wb_str_release(&remedy);
}

static bool all_read_local_memory(const struct wb_check_measures *measures) {
  bool all = measures->kernels != NULL;
  for (const struct measured_kernel *one = measures->kernels; one != NULL; one = one->next)
    all &= one->reads_local;
  return all;
}

/* Local memory is there to spare global memory, and only a budget can ask whether it does. */
static void suggest_for_local_memory(struct wb_check_measures *measures) {
  struct wb_str remedy;
  bool atomics = false;
  for (size_t i = 0; i < measures->n_cases; i++)
    atomics |= measures->cases[i].most.global_atomics > 0;
  wb_str_init(&remedy);
  wb_str_add(&remedy, "Add `budgets = { ");
  add_fitting_budget(measures, wb_counter_index("max_global_reads"), &remedy);
  if (atomics) wb_str_add(&remedy, ", ");
  if (atomics) add_fitting_budget(measures, wb_counter_index("global_atomics"), &remedy);
  wb_str_add(&remedy, " }`, which is what they need.");
  suggest(measures, "budget-missing", 0, remedy.data,
          "every right kernel uses local memory, and one that reads global memory instead would be "
          "accepted");
  wb_str_release(&remedy);
}

static void conclude_budgets(struct wb_check_measures *measures) {
  const bool any = look_at_budgets(measures);
  suggest_against_wrong(measures);
  if (!any && measures->let_through == NULL && all_read_local_memory(measures))
    suggest_for_local_memory(measures);
}

/* ---- limits ---- */

/* What right kernels need of a limit, in its unit: the kernel that needs most. */
struct limit_need {
  const char *part;
  double amount;
};

static struct limit_need need_of_time(const struct wb_check_measures *measures) {
  struct limit_need need = {.part = ""};
  for (const struct measured_kernel *one = measures->kernels; one != NULL; one = one->next)
    for (size_t i = 0; i < measures->n_cases; i++) {
      const double ms = (double)one->least_ns[i] / 1e6;
      if (ms > need.amount) need = (struct limit_need){one->part, ms};
    }
  return need;
}

static double need_of_output(const struct wb_check_measures *measures) {
  double need = 0;
  for (size_t i = 0; i < measures->n_cases; i++) {
    const double kilobytes = (double)measures->cases[i].printed_bytes / 1024;
    if (kilobytes > need) need = kilobytes;
  }
  return need;
}

/* The first kernel that did, or did not, do with the steps it was left. */
static const struct measured_kernel *judged_within_steps(const struct wb_check_measures *measures,
                                                         bool within) {
  const struct measured_kernel *one = measures->kernels;
  while (one != NULL && !(one->steps_judged && one->within_steps == within)) one = one->next;
  return one;
}

static void suggest_more(struct wb_check_measures *measures, const struct wb_audit_bound *limit,
                         const char *who, const char *what) {
  char *message = wb_format("%s is %s, and %s %s", limit->field, limit->text, who, what);
  suggest(measures, "limit-near", limit->line,
          "Allow several times what the kernels here need: others may be right as well.", message);
  free(message);
}

static void suggest_usual(struct wb_check_measures *measures, const struct wb_audit_bound *limit) {
  char *message = wb_format("%s is %s, and right kernels need less than a %dth of the usual %llu",
                            limit->field, limit->text, FAR_BELOW, (unsigned long long)limit->usual);
  suggest(measures, "limit-far", limit->line,
          "Leave it out: learners wait for it when their kernels do not end.", message);
  free(message);
}

static void look_at_time(struct wb_check_measures *measures) {
  const struct wb_audit_bound *limit = bound_named(measures, "limits.time_ms");
  const struct limit_need need = need_of_time(measures);
  if (need.amount * NEAR_TIME > (double)limit->value) {
    char *what = wb_format("takes %.0f ms on this machine", need.amount);
    suggest_more(measures, limit, need.part, what);
    free(what);
  } else if (was_raised(limit) && need.amount * FAR_BELOW < (double)limit->usual) {
    suggest_usual(measures, limit);
  }
}

static void look_at_output(struct wb_check_measures *measures) {
  const struct wb_audit_bound *limit = bound_named(measures, "limits.output_kb");
  const double need = need_of_output(measures);
  if (need * NEAR_COUNT > (double)limit->value) {
    char *what = wb_format("print %.1f KiB", need);
    suggest_more(measures, limit, "right kernels", what);
    free(what);
  } else if (was_raised(limit) && need * FAR_BELOW < (double)limit->usual) {
    suggest_usual(measures, limit);
  }
}

static void look_at_steps(struct wb_check_measures *measures) {
  const struct wb_audit_bound *limit = bound_named(measures, "limits.steps");
  const struct measured_kernel *beyond = judged_within_steps(measures, false);
  const bool any_within = judged_within_steps(measures, true) != NULL;
  if (was_raised(limit) && beyond == NULL && any_within) suggest_usual(measures, limit);
  if (!was_raised(limit) && beyond != NULL)
    suggest_more(measures, limit, beyond->part, "needs more than half of them");
}

/* ---- tolerances ---- */

static const struct measured_deviation *deviation_of(const struct wb_check_measures *measures,
                                                     const char *array) {
  const struct measured_deviation *one = measures->deviations;
  while (one != NULL && strcmp(one->array, array) != 0) one = one->next;
  return one;
}

static void raise_term(double *term, double least) {
  if (*term < least) *term = least;
}

/* What both rounding and the kernels here ask for, ready to be pasted. */
static void add_fitting_tolerance(const struct wb_audit_tolerance *given,
                                  const struct measured_deviation *deviation, struct wb_str *out) {
  struct wb_audit_tolerance fitting = *given;
  if (deviation != NULL) {
    raise_term(&fitting.relative, MARGIN * deviation->most.relative);
    raise_term(&fitting.absolute, MARGIN * deviation->most.absolute);
    raise_term(&fitting.units, MARGIN * deviation->most.units);
  }
  wb_audit_tolerance_words(&fitting, out);
}

static void look_at_tolerance(struct wb_check_measures *measures,
                              const struct wb_audit_tolerance *given) {
  const struct measured_deviation *deviation = deviation_of(measures, given->array);
  const double share = deviation != NULL ? deviation->most.share : 0;
  const bool measured = measures->kernels != NULL;
  struct wb_str message, remedy;
  wb_str_init(&message);
  wb_str_init(&remedy);
  add_fitting_tolerance(given, deviation, &remedy);
  if (share > SHARE_NEAR) {
    wb_str_addf(&message, "%s uses %.0f %% of the tolerance of '%s' in case \"%s\"",
                deviation->part, 100 * share, given->array, deviation->case_name);
    suggest(measures, "tolerance-near", given->line, remedy.data, message.data);
  } else if (given->least > FAR_TOO_LOOSE && share < SHARE_LOOSE) {
    wb_str_addf(&message,
                "the tolerance of '%s' is at least %.0f times what rounding explains, in every "
                "case: it may hide a mistake",
                given->array, given->least);
    if (measured) wb_str_addf(&message, "; right kernels use %.2g %% of it", 100 * share);
    suggest(measures, "tolerance-loose", given->line, remedy.data, message.data);
  }
  wb_str_release(&message);
  wb_str_release(&remedy);
}

/* ---- the step -----------------------------------------------------------------------------------
 */

static void *begin_measures(struct wb_check_puzzle *puzzle) {
  struct wb_check_measures *measures = wb_alloc(sizeof *measures);
  measures->puzzle = puzzle;
  puzzle->measures = measures;
  return measures;
}

static void conclude_measures(struct wb_check_puzzle *puzzle, void *begun) {
  struct wb_check_measures *measures = begun;
  const bool whole = !measures->rejected && measures->kernels != NULL;
  const char *obstacle = whole ? NULL : "not all right kernels are accepted";
  const char *uncounted = obstacle;
  (void)puzzle;
  if (!measures->has_audit) return; /* the spec has a fault that is told */
  if (whole && !measures->counted) uncounted = "the device does not count what kernels do";
  if (uncounted == NULL) {
    conclude_budgets(measures);
    look_at_time(measures);
    look_at_output(measures);
    look_at_steps(measures);
  }
  for (size_t i = 0; i < measures->audit.n_tolerances; i++)
    look_at_tolerance(measures, &measures->audit.tolerances[i]);
  conclude_check(measures, "budget-loose", uncounted);
  conclude_check(measures, "budget-missing", uncounted);
  conclude_check(measures, "limit-near", uncounted);
  conclude_check(measures, "limit-far", uncounted);
  conclude_check(measures, "tolerance-near", obstacle);
  conclude_check(measures, "tolerance-loose", NULL);
}

static void release_measured_kernels(struct wb_check_measures *measures) {
  while (measures->kernels != NULL) {
    struct measured_kernel *first = measures->kernels;
    measures->kernels = first->next;
    free(first->part);
    free(first->least_ns);
    free(first);
  }
}

static void release_measured_deviations(struct wb_check_measures *measures) {
  while (measures->deviations != NULL) {
    struct measured_deviation *first = measures->deviations;
    measures->deviations = first->next;
    free(first->array);
    free(first->part);
    free(first->case_name);
    free(first);
  }
}

static void release_measures(void *begun) {
  struct wb_check_measures *measures = begun;
  measures->puzzle->measures = NULL;
  for (size_t i = 0; i < measures->n_cases; i++) free(measures->cases[i].name);
  free(measures->cases);
  release_measured_kernels(measures);
  release_measured_deviations(measures);
  wb_puzzle_audit_release(&measures->audit);
  free(measures->let_through);
  free(measures->wrong_counters);
  free(measures);
}

const struct wb_check_step wb_check_measures_step = {.needs_spec = true,
                                                     .on_devices = true,
                                                     .begin = begin_measures,
                                                     .conclude = conclude_measures,
                                                     .release = release_measures};
