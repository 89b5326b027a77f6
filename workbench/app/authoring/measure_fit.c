#include "authoring/measure_fit.h"

#include <limits.h>
#include <string.h>

enum { MOST_FACTOR = 4 };

/* Beyond these nothing is worth an expression, and no product of them overflows. */
static bool is_small_enough(const struct wb_audit_variable *variable, size_t n_cases) {
  bool small = variable->n_values == n_cases;
  for (size_t i = 0; i < n_cases && small; i++)
    small = variable->values[i] > INT32_MIN && variable->values[i] < INT32_MAX;
  return small;
}

static int64_t value_in_case(const struct wb_measure_fit *fit, size_t index) {
  return fit->variable == NULL ? fit->rest : fit->factor * fit->variable->values[index] + fit->rest;
}

/* With the least rest that is enough in every case. */
static struct wb_measure_fit fit_with(const struct wb_audit_variable *variable, int64_t factor,
                                      const uint64_t *needed, size_t n_cases) {
  struct wb_measure_fit fit = {.variable = variable, .factor = factor, .rest = 0};
  int64_t rest = INT64_MIN;
  for (size_t i = 0; i < n_cases; i++) {
    const int64_t missing = (int64_t)needed[i] - value_in_case(&fit, i);
    if (missing > rest) rest = missing;
  }
  fit.rest = n_cases > 0 ? rest : 0;
  for (size_t i = 0; i < n_cases; i++)
    fit.slack += (uint64_t)(value_in_case(&fit, i) - (int64_t)needed[i]);
  return fit;
}

/* How much there is to read: forms that say as much are rivals by their slack alone. */
static unsigned words_in(const struct wb_measure_fit *fit) {
  if (fit->variable == NULL) return 0;
  return 1U + (fit->factor > 1) + (fit->rest != 0) + (strchr(fit->variable->name, ' ') != NULL);
}

/* What says more needs more cases to go by, or it fits by chance. */
static bool is_better(const struct wb_measure_fit *fit, const struct wb_measure_fit *best,
                      size_t n_cases) {
  const unsigned words = words_in(fit), words_of_best = words_in(best);
  if (words >= n_cases) return false;
  if (words > words_of_best) return fit->slack < best->slack && fit->slack <= best->slack / 2;
  return fit->slack < best->slack || (fit->slack == best->slack && words < words_of_best);
}

struct wb_measure_fit wb_measure_fit_make(const struct wb_audit_variable *variables,
                                          size_t n_variables, const uint64_t *needed,
                                          size_t n_cases) {
  struct wb_measure_fit best = fit_with(NULL, 0, needed, n_cases);
  for (int64_t factor = 1; factor <= MOST_FACTOR; factor++)
    for (size_t i = 0; i < n_variables; i++) {
      if (!is_small_enough(&variables[i], n_cases)) continue;
      const struct wb_measure_fit fit = fit_with(&variables[i], factor, needed, n_cases);
      if (is_better(&fit, &best, n_cases)) best = fit;
    }
  return best;
}

static void add_term(const struct wb_measure_fit *fit, struct wb_str *out) {
  const char *name = fit->variable->name;
  const bool composed = strchr(name, ' ') != NULL;
  if (fit->factor == 1)
    wb_str_add(out, name);
  else
    wb_str_addf(out, composed ? "%lld * (%s)" : "%lld * %s", (long long)fit->factor, name);
}

void wb_measure_fit_words(const struct wb_measure_fit *fit, struct wb_str *out) {
  if (fit->variable == NULL) {
    wb_str_addf(out, "%lld", (long long)fit->rest);
    return;
  }
  wb_str_add_char(out, '"');
  add_term(fit, out);
  if (fit->rest > 0) wb_str_addf(out, " + %lld", (long long)fit->rest);
  if (fit->rest < 0) wb_str_addf(out, " - %lld", (long long)-fit->rest);
  wb_str_add_char(out, '"');
}
