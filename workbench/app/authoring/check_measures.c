#include "authoring/check_measures.h"

#include <stdlib.h>
#include <string.h>

#include "authoring/measure_fit.h"
#include "authoring/measures.h"
#include "base/str.h"
#include "result/puzzle_audit.h"

enum {
  /* A limit is near where right kernels need more than this part of it. Time is measured, and
   * differs between machines more than anything else. */
  NEAR_TIME = 4,
  NEAR_COUNT = 2,
  /* A limit was raised for nothing where less than this part of the usual one would do. */
  FAR_BELOW = 20,
  FAR_TOO_LOOSE = 1000, /* a tolerance: times what rounding explains */
  MARGIN = 4            /* what differs so in the kernels here may differ more in others */
};
static const double SHARE_NEAR = 0.75, SHARE_LOOSE = 0.01; /* of a tolerance, that is used */

/* What a right kernel did when it was judged once more with fewer steps. */
struct step_trial {
  struct wb_check_measures *measures;
  char *part;
  struct wb_run_options options; /* as it was judged first */
  bool planned, judged, accepted;
  struct step_trial *next;
};

struct wb_check_measures {
  struct wb_check_puzzle *puzzle;
  struct wb_puzzle_audit audit;
  bool has_audit;
  bool rejected; /* a right kernel, as it is */
  struct wb_measures right;
  struct step_trial *trials; /* of the right kernels that are accepted */
  /* The first wrong kernel that must be over budget and is accepted; NULL: none. */
  char *let_through;
  struct wb_counters *wrong_counters; /* one a case; zeroed where it is hidden */
  size_t n_wrong;
};

static const struct wb_audit_bound *bound_named(const struct wb_check_measures *measures,
                                                const char *field) {
  const struct wb_puzzle_audit *audit = &measures->audit;
  for (size_t i = 0; i < audit->n_bounds; i++)
    if (strcmp(audit->bounds[i].field, field) == 0) return &audit->bounds[i];
  return NULL;
}

static bool was_raised(const struct wb_audit_bound *limit) {
  return limit->line > 0 && limit->value > limit->usual;
}

/* ---- steps ---------------------------------------------------------------------------------- */

/* The emulator does not say how many steps a kernel took. It is judged once more with fewer, where
 * the spec sets a limit. */

static void take_step_trial(struct wb_judgement *judgement, void *data) {
  struct step_trial *trial = data;
  trial->judged = wb_check_was_judged(trial->measures->puzzle, judgement);
  trial->accepted = judgement->result.verdict == WB_VERDICT_ACCEPTED;
}

/* Once both the spec's limit and the kernel are known, whichever comes first. */
static void plan_step_trials(struct wb_check_measures *measures) {
  const struct wb_audit_bound *steps = bound_named(measures, "limits.steps");
  if (steps == NULL || steps->line == 0 || !measures->right.counted) return;
  for (struct step_trial *one = measures->trials; one != NULL; one = one->next) {
    struct wb_run_options options = one->options;
    if (one->planned) continue;
    one->planned = true;
    options.step_limit = was_raised(steps) ? steps->usual / FAR_BELOW : steps->value / NEAR_COUNT;
    if (options.step_limit > 0)
      wb_check_judge(measures->puzzle, &options, one->part, take_step_trial, one);
  }
}

static void add_step_trial(struct wb_check_measures *measures, const char *part,
                           const struct wb_run_options *options) {
  struct step_trial **last = &measures->trials;
  while (*last != NULL) last = &(*last)->next;
  *last = wb_alloc(sizeof **last);
  **last = (struct step_trial){.measures = measures, .part = wb_strdup(part), .options = *options};
  plan_step_trials(measures);
}

/* The first kernel that did, or did not, do with the steps it was left. */
static const struct step_trial *find_step_trial(const struct wb_check_measures *measures,
                                                bool accepted) {
  const struct step_trial *one = measures->trials;
  while (one != NULL && !(one->judged && one->accepted == accepted)) one = one->next;
  return one;
}

/* ---- what comes in -------------------------------------------------------------------------- */

void wb_check_measures_take_audit(struct wb_check_measures *measures,
                                  struct wb_puzzle_audit *audit) {
  if (measures == NULL) return;
  measures->audit = *audit;
  measures->has_audit = true;
  *audit = (struct wb_puzzle_audit){.puzzle = NULL};
  plan_step_trials(measures);
}

void wb_check_measures_take_right(struct wb_check_measures *measures, const char *part,
                                  const struct wb_judgement *judgement, bool first) {
  const struct wb_result *result = &judgement->result;
  if (measures == NULL) return;
  const bool accepted =
      judgement->status == WB_OK && result->verdict == WB_VERDICT_ACCEPTED && result->n_cases > 0;
  if (first) measures->rejected |= !accepted;
  if (accepted) wb_measures_add(&measures->right, part, result);
  if (accepted && first) add_step_trial(measures, part, &judgement->options);
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

/* ---- what is said -------------------------------------------------------------------------- */

static struct wb_check_place place_in_spec(const struct wb_check_measures *measures, char **file,
                                           unsigned line) {
  *file = wb_format("puzzles/%s/puzzle.lua", measures->puzzle->slug);
  return (struct wb_check_place){
      .puzzle = measures->puzzle->slug, .part = "puzzle.lua", .file = *file, .line = line};
}

static struct wb_check_item *suggest_in_spec(struct wb_check_measures *measures, const char *check,
                                             unsigned line, const char *remedy,
                                             const char *message) {
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

static struct wb_measure_fit fit_of_budget(const struct wb_check_measures *measures,
                                           struct wb_measured_budget budget) {
  const struct wb_puzzle_audit *audit = &measures->audit;
  uint64_t *needed = wb_measures_needed(&measures->right, budget);
  const struct wb_measure_fit fit =
      wb_measure_fit_make(audit->variables, audit->n_variables, needed, measures->right.n_cases);
  free(needed);
  return fit;
}

/* What right kernels reach in every case, of a counter that is better the more there is of it. */
static uint64_t reached_everywhere(const struct wb_check_measures *measures, unsigned counter) {
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i < measures->right.n_cases; i++) {
    const uint64_t one = *wb_counter_at(&measures->right.cases[i].most, counter);
    if (one < least) least = one;
  }
  return least;
}

/* "max_global_reads = \"k + 2\"" */
static void add_fitting_budget(const struct wb_check_measures *measures, unsigned counter,
                               struct wb_str *out) {
  if (wb_counter_is_wanted(counter)) {
    wb_str_addf(out, "%s = %llu", wb_counter_names()[counter],
                (unsigned long long)reached_everywhere(measures, counter));
    return;
  }
  const struct wb_measure_fit fit =
      fit_of_budget(measures, (struct wb_measured_budget){.counter = counter});
  wb_str_addf(out, "%s = ", wb_counter_names()[counter]);
  wb_measure_fit_words(&fit, out);
}

/* The budget that right kernels hold: fitted to what they need, or where that is no better what the
 * spec has, less what is left in every case. */
static void add_tighter_budget(const struct wb_check_measures *measures,
                               struct wb_measured_budget budget, const struct wb_audit_bound *bound,
                               const struct wb_measured_slack *slack, struct wb_str *out) {
  const struct wb_measure_fit fit = fit_of_budget(measures, budget);
  const bool is_expression = bound->text[0] == '"', of_array = budget.parameter > 0;
  const int length = (int)strlen(bound->text);
  wb_str_addf(out, "%s = ", wb_counter_names()[budget.counter]);
  if (of_array) wb_str_addf(out, "{ %s = ", strrchr(bound->field, '.') + 1);
  if (is_expression && fit.slack > slack->all - slack->least * measures->right.n_cases)
    wb_str_addf(out, "%.*s - %llu\"", length - 1, bound->text, (unsigned long long)slack->least);
  else
    wb_measure_fit_words(&fit, out);
  if (of_array) wb_str_add(out, " }");
}

/* "case 1 needs 4 of 8: one group" */
static char *list_of_needs(struct wb_check_measures *measures, struct wb_measured_budget budget) {
  struct wb_str list;
  wb_str_init(&list);
  for (size_t i = 0; i < measures->right.n_cases; i++) {
    struct wb_measured_case *one = &measures->right.cases[i];
    const struct wb_measured_need need = wb_measured_need(one, budget);
    wb_str_addf(&list, "case %zu %s %llu of %llu: %s%s\n", i + 1,
                wb_counter_is_wanted(budget.counter) ? "reaches" : "needs",
                (unsigned long long)need.needed, (unsigned long long)need.allowed, one->name,
                one->visible ? "" : " (hidden)");
  }
  return wb_str_detach(&list);
}

static void look_at_budget(struct wb_check_measures *measures, struct wb_measured_budget budget,
                           const struct wb_audit_bound *bound) {
  const struct wb_measured_slack slack = wb_measures_slack(&measures->right, budget);
  struct wb_str remedy;
  const bool wanted = wb_counter_is_wanted(budget.counter);
  if (slack.least == 0) return;
  wb_str_init(&remedy);
  wb_str_add(&remedy, wanted ? "What they reach is `" : "What they need is `");
  if (wanted)
    add_fitting_budget(measures, budget.counter, &remedy);
  else
    add_tighter_budget(measures, budget, bound, &slack, &remedy);
  wb_str_addf(&remedy, "`. If %s is meant to be right, add the kernel that %s it to right/.",
              wanted ? "less" : "more", wanted ? "has" : "needs");
  char *message = wb_format(wanted ? "%s asks for %s, and right kernels reach more %s in every case"
                                   : "%s allows %s, and right kernels need fewer %s in every case",
                            bound->field, bound->text, wb_counter_noun(budget.counter));
  struct wb_check_item *item =
      suggest_in_spec(measures, "budget-loose", bound->line, remedy.data, message);
  free(item->detail);
  item->detail = list_of_needs(measures, budget);
  free(message);
  wb_str_release(&remedy);
}

/* Of "budgets.barriers" and "budgets.max_global_reads.a"; WB_COUNTER_COUNT: it is a limit. */
static unsigned counter_of_bound(const struct wb_audit_bound *bound) {
  static const char table[] = "budgets.";
  if (!wb_starts_with(bound->field, table)) return WB_COUNTER_COUNT;
  const char *name = bound->field + sizeof table - 1;
  char *counter = wb_format("%.*s", (int)strcspn(name, "."), name);
  const unsigned index = wb_counter_index(counter);
  free(counter);
  return index;
}

static bool look_at_budgets(struct wb_check_measures *measures) {
  bool any = false;
  for (size_t i = 0; i < measures->audit.n_bounds; i++) {
    const struct wb_audit_bound *bound = &measures->audit.bounds[i];
    const unsigned counter = counter_of_bound(bound);
    if (counter == WB_COUNTER_COUNT) continue;
    any = true;
    look_at_budget(measures, (struct wb_measured_budget){counter, bound->parameter}, bound);
  }
  return any;
}

/* The counter, and the case, of which a wrong kernel needs most times what right ones need; of one
 * work-item rather than of all of them, which is easier to say in a spec. */
static bool find_excess(struct wb_check_measures *measures, unsigned *counter, size_t *index) {
  double most = 1;
  for (size_t i = 0; i < measures->n_wrong && i < measures->right.n_cases; i++)
    for (unsigned k = 0; k < WB_BUDGET_COUNTERS; k++) {
      const uint64_t right = *wb_counter_at(&measures->right.cases[i].most, k);
      const uint64_t wrong = *wb_counter_at(&measures->wrong_counters[i], k);
      if (wb_counter_is_wanted(k)) continue; /* less of it is no more work */
      const double times = right > 0 ? (double)wrong / (double)right : 1 + (double)wrong;
      const bool of_one = wb_starts_with(wb_counter_names()[k], "max_");
      if (wrong <= right || (of_one ? times < most : times <= most)) continue;
      most = times;
      *counter = k;
      *index = i;
    }
  return most > 1;
}

/* Beside what the spec already demands; 0: it demands nothing. */
static unsigned line_for_budgets(const struct wb_check_measures *measures) {
  unsigned line = 0;
  for (size_t i = 0; i < measures->audit.n_bounds && line == 0; i++)
    line = measures->audit.bounds[i].line;
  return line;
}

static void suggest_against_wrong(struct wb_check_measures *measures, bool has_budgets) {
  unsigned counter = 0;
  size_t index = 0;
  struct wb_str remedy;
  if (measures->let_through == NULL || !find_excess(measures, &counter, &index)) return;
  wb_str_init(&remedy);
  wb_str_add(&remedy, has_budgets ? "Add to `budgets`: `" : "Add `budgets = { ");
  add_fitting_budget(measures, counter, &remedy);
  wb_str_add(&remedy,
             has_budgets ? "`, which right kernels hold." : " }`, which right kernels hold.");
  char *message = wb_format(
      "%s must be over budget, and no budget limits what it does more than right kernels: %llu %s "
      "in case %zu, where they need %llu",
      measures->let_through,
      (unsigned long long)*wb_counter_at(&measures->wrong_counters[index], counter),
      wb_counter_noun(counter), index + 1,
      (unsigned long long)*wb_counter_at(&measures->right.cases[index].most, counter));
  suggest_in_spec(measures, "budget-missing", line_for_budgets(measures), remedy.data, message);
  free(message);
  wb_str_release(&remedy);
}

/* Local memory is there to spare global memory, and only a budget can ask whether it does. */
static void suggest_for_local_memory(struct wb_check_measures *measures) {
  struct wb_str remedy;
  bool atomics = false;
  for (size_t i = 0; i < measures->right.n_cases; i++)
    atomics |= measures->right.cases[i].most.global_atomics > 0;
  wb_str_init(&remedy);
  wb_str_add(&remedy, "Add `budgets = { ");
  add_fitting_budget(measures, wb_counter_index("max_global_reads"), &remedy);
  if (atomics) wb_str_add(&remedy, ", ");
  if (atomics) add_fitting_budget(measures, wb_counter_index("global_atomics"), &remedy);
  wb_str_add(&remedy, " }`, which is what they need.");
  suggest_in_spec(
      measures, "budget-missing", line_for_budgets(measures), remedy.data,
      "every right kernel uses local memory, and one that reads global memory instead would be "
      "accepted");
  wb_str_release(&remedy);
}

static void conclude_budgets(struct wb_check_measures *measures) {
  const bool any = look_at_budgets(measures);
  suggest_against_wrong(measures, any);
  if (!any && measures->let_through == NULL && wb_measures_all_read_local(&measures->right))
    suggest_for_local_memory(measures);
}

/* ---- limits ---- */

static void suggest_more(struct wb_check_measures *measures, const struct wb_audit_bound *limit,
                         const char *who, const char *what) {
  char *message = wb_format("%s is %s, and %s %s", limit->field, limit->text, who, what);
  suggest_in_spec(measures, "limit-near", limit->line,
                  "Allow several times what the kernels here need: others may be right as well.",
                  message);
  free(message);
}

static void suggest_usual(struct wb_check_measures *measures, const struct wb_audit_bound *limit) {
  char *message = wb_format("%s is %s, and right kernels need less than a %dth of the usual %llu",
                            limit->field, limit->text, FAR_BELOW, (unsigned long long)limit->usual);
  suggest_in_spec(measures, "limit-far", limit->line,
                  "Leave it out: kernels that do not end are stopped sooner then.", message);
  free(message);
}

static void look_at_time(struct wb_check_measures *measures) {
  const struct wb_audit_bound *limit = bound_named(measures, "limits.time_ms");
  const char *part;
  const double need = wb_measures_time_ms(&measures->right, &part);
  if (need * NEAR_TIME > (double)limit->value) {
    char *what = wb_format("takes %.0f ms", need);
    suggest_more(measures, limit, part, what);
    free(what);
  } else if (was_raised(limit) && need * FAR_BELOW < (double)limit->usual) {
    suggest_usual(measures, limit);
  }
}

static void look_at_output(struct wb_check_measures *measures) {
  const struct wb_audit_bound *limit = bound_named(measures, "limits.output_kb");
  const double need = (double)wb_measures_printed(&measures->right) / 1024;
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
  const struct step_trial *beyond = find_step_trial(measures, false);
  const bool any_within = find_step_trial(measures, true) != NULL;
  if (was_raised(limit) && beyond == NULL && any_within) suggest_usual(measures, limit);
  if (!was_raised(limit) && beyond != NULL)
    suggest_more(measures, limit, beyond->part, "needs more than half of them");
}

/* ---- tolerances ---- */

static void raise_tolerance_term(double *term, double least) {
  if (*term < least) *term = least;
}

/* What both rounding and the kernels here ask for, ready to be pasted. */
static void add_fitting_tolerance(const struct wb_audit_tolerance *given,
                                  const struct wb_measured_deviation *deviation,
                                  struct wb_str *out) {
  struct wb_audit_tolerance fitting = *given;
  if (deviation != NULL) {
    raise_tolerance_term(&fitting.relative, MARGIN * deviation->most.relative);
    raise_tolerance_term(&fitting.absolute, MARGIN * deviation->most.absolute);
    raise_tolerance_term(&fitting.units, MARGIN * deviation->most.units);
  }
  wb_audit_tolerance_words(&fitting, out);
}

static void look_at_tolerance(struct wb_check_measures *measures,
                              const struct wb_audit_tolerance *given) {
  const struct wb_measured_deviation *deviation =
      wb_measures_deviation(&measures->right, given->array);
  const double share = deviation != NULL ? deviation->most.share : 0;
  const bool measured = measures->right.kernels != NULL;
  struct wb_str message, remedy;
  wb_str_init(&message);
  wb_str_init(&remedy);
  add_fitting_tolerance(given, deviation, &remedy);
  if (deviation != NULL && share > SHARE_NEAR) {
    wb_str_addf(&message, "%s uses %.0f %% of the tolerance of '%s' in case \"%s\"",
                deviation->part, 100 * share, given->array, deviation->case_name);
    suggest_in_spec(measures, "tolerance-near", given->line, remedy.data, message.data);
  } else if (given->least > FAR_TOO_LOOSE && share < SHARE_LOOSE) {
    wb_str_addf(&message,
                "the tolerance of '%s' is at least %.0f times what rounding explains, in every "
                "case: it may hide a mistake",
                given->array, given->least);
    if (measured) wb_str_addf(&message, "; right kernels use %.2g %% of it", 100 * share);
    suggest_in_spec(measures, "tolerance-loose", given->line, remedy.data, message.data);
  }
  wb_str_release(&message);
  wb_str_release(&remedy);
}

/* ---- the step ---- */

static void *begin_measures(struct wb_check_puzzle *puzzle) {
  struct wb_check_measures *measures = wb_alloc(sizeof *measures);
  measures->puzzle = puzzle;
  puzzle->measures = measures;
  return measures;
}

static void conclude_measures(struct wb_check_puzzle *puzzle, void *begun) {
  struct wb_check_measures *measures = begun;
  const bool whole = !measures->rejected && measures->right.kernels != NULL;
  const char *obstacle = whole ? NULL : "not all right kernels are accepted";
  const char *uncounted = obstacle;
  (void)puzzle;
  if (!measures->has_audit) return; /* the spec has a fault that is told */
  if (whole && !measures->right.counted) uncounted = "the device does not count what kernels do";
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

static void release_measures(void *begun) {
  struct wb_check_measures *measures = begun;
  measures->puzzle->measures = NULL;
  while (measures->trials != NULL) {
    struct step_trial *first = measures->trials;
    measures->trials = first->next;
    free(first->part);
    free(first);
  }
  wb_measures_release(&measures->right);
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
