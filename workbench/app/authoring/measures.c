#include "authoring/measures.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static uint64_t larger_of(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* ---- results ------------------------------------------------------------------------------ */

static struct wb_measured_kernel *measured_kernel_of(struct wb_measures *measures,
                                                     const char *part) {
  struct wb_measured_kernel *kernel = measures->kernels;
  while (kernel != NULL && strcmp(kernel->part, part) != 0) kernel = kernel->next;
  if (kernel != NULL) return kernel;
  kernel = wb_alloc(sizeof *kernel);
  kernel->part = wb_strdup(part);
  kernel->spent_ns = wb_alloc((measures->n_cases + 1) * sizeof *kernel->spent_ns);
  if (measures->last_kernel != NULL)
    measures->last_kernel->next = kernel;
  else
    measures->kernels = kernel;
  measures->last_kernel = kernel;
  return kernel;
}

static struct wb_measured_deviation *measured_deviation_of(struct wb_measures *measures,
                                                           const char *array) {
  struct wb_measured_deviation *one = measures->deviations;
  while (one != NULL && strcmp(one->most.array, array) != 0) one = one->next;
  if (one != NULL) return one;
  one = wb_alloc(sizeof *one);
  one->most.array = wb_strdup(array);
  one->next = measures->deviations;
  measures->deviations = one;
  return one;
}

static void raise_term_to(double *term, double value) {
  if (*term < value) *term = value;
}

static void take_deviations(struct wb_measures *measures, const char *part,
                            const struct wb_case_result *one) {
  for (size_t i = 0; i < one->n_deviations; i++) {
    const struct wb_output_deviation *from = &one->deviations[i];
    struct wb_measured_deviation *into = measured_deviation_of(measures, from->array);
    raise_term_to(&into->most.relative, from->relative);
    raise_term_to(&into->most.absolute, from->absolute);
    raise_term_to(&into->most.units, from->units);
    if (from->share <= into->most.share) continue;
    into->most.share = from->share;
    free(into->part);
    free(into->case_name);
    into->part = wb_strdup(part);
    into->case_name = wb_strdup(one->name);
  }
}

static struct wb_array_count *limited_array_of(struct wb_measured_case *into,
                                               const struct wb_array_count *from) {
  size_t i = 0;
  while (i < into->n_arrays &&
         (into->arrays[i].argument != from->argument || into->arrays[i].memory != from->memory ||
          into->arrays[i].access != from->access))
    i++;
  if (i < into->n_arrays) return &into->arrays[i];
  into->arrays = wb_grow(into->arrays, &into->arrays_capacity, i + 1, sizeof *into->arrays);
  into->arrays[into->n_arrays++] = *from;
  return &into->arrays[i];
}

static void take_arrays(struct wb_measured_case *into, const struct wb_case_result *one) {
  for (size_t i = 0; i < one->n_arrays; i++) {
    const struct wb_array_count *from = &one->arrays[i];
    if (!from->has_total_limit && !from->has_most_limit) continue;
    struct wb_array_count *array = limited_array_of(into, from);
    array->total = larger_of(array->total, from->total);
    array->most = larger_of(array->most, from->most);
  }
}

static void take_counters(struct wb_measures *measures, struct wb_measured_kernel *kernel,
                          size_t index, const struct wb_case_result *one) {
  struct wb_measured_case *into = &measures->cases[index];
  struct wb_counters counters = one->counters;
  for (unsigned i = 0; i < WB_BUDGET_COUNTERS; i++) {
    uint64_t *most = wb_counter_at(&into->most, i);
    const uint64_t value = *wb_counter_at(&counters, i);
    if (!wb_counter_is_wanted(i))
      *most = larger_of(*most, value);
    else if (into->has_counters ? value < *most : true)
      *most = value;
  }
  into->has_counters = true;
  take_arrays(into, one);
  into->budgets = one->budgets;
  /* Hidden cases may print more: see wb_case_output_bytes. */
  if (one->visible) into->printed_bytes = larger_of(into->printed_bytes, strlen(one->text));
  kernel->reads_local |= counters.local_reads > 0;
  kernel->spent_ns[index] = one->spent_ns;
}

/* The first result says how many cases there are. */
static bool has_same_cases(struct wb_measures *measures, const struct wb_result *result) {
  if (measures->cases == NULL) {
    measures->n_cases = result->n_cases;
    measures->cases = wb_alloc((result->n_cases + 1) * sizeof *measures->cases);
    for (size_t i = 0; i < result->n_cases; i++)
      measures->cases[i] = (struct wb_measured_case){.name = wb_strdup(result->cases[i].name),
                                                     .visible = result->cases[i].visible};
  }
  return measures->n_cases == result->n_cases;
}

void wb_measures_add(struct wb_measures *measures, const char *part,
                     const struct wb_result *result) {
  if (!has_same_cases(measures, result)) return;
  struct wb_measured_kernel *kernel = measured_kernel_of(measures, part);
  for (size_t i = 0; i < result->n_cases; i++) {
    if (result->checks) take_counters(measures, kernel, i, &result->cases[i]);
    take_deviations(measures, part, &result->cases[i]);
  }
  measures->counted |= result->checks;
}

/* ---- what they come to ---------------------------------------------------------------------- */

const struct wb_measured_deviation *wb_measures_deviation(const struct wb_measures *measures,
                                                          const char *array) {
  const struct wb_measured_deviation *one = measures->deviations;
  while (one != NULL && strcmp(one->most.array, array) != 0) one = one->next;
  return one;
}

struct wb_measured_need wb_measured_need(const struct wb_measured_case *one,
                                         struct wb_measured_budget budget) {
  struct wb_counters most = one->most, budgets = one->budgets;
  struct wb_measured_need need = {.needed = 0};
  struct wb_access_counter of;
  if (budget.parameter == 0)
    need = (struct wb_measured_need){*wb_counter_at(&most, budget.counter),
                                     *wb_counter_at(&budgets, budget.counter)};
  else if (wb_counter_is_of_accesses(budget.counter, &of))
    for (size_t i = 0; i < one->n_arrays; i++) {
      const struct wb_array_count *array = &one->arrays[i];
      if (array->argument == budget.parameter && array->memory == of.memory &&
          array->access == of.access)
        need = of.of_one ? (struct wb_measured_need){array->most, array->most_limit}
                         : (struct wb_measured_need){array->total, array->total_limit};
    }
  return need;
}

uint64_t *wb_measures_needed(const struct wb_measures *measures, struct wb_measured_budget budget) {
  uint64_t *needed = wb_alloc((measures->n_cases + 1) * sizeof *needed);
  for (size_t i = 0; i < measures->n_cases; i++)
    needed[i] = wb_measured_need(&measures->cases[i], budget).needed;
  return needed;
}

struct wb_measured_slack wb_measures_slack(const struct wb_measures *measures,
                                           struct wb_measured_budget budget) {
  struct wb_measured_slack slack = {.least = UINT64_MAX};
  for (size_t i = 0; i < measures->n_cases; i++) {
    const struct wb_measured_need need = wb_measured_need(&measures->cases[i], budget);
    const uint64_t more = need.allowed > need.needed ? need.allowed - need.needed : 0;
    const uint64_t less = need.needed > need.allowed ? need.needed - need.allowed : 0;
    const uint64_t left = wb_counter_is_wanted(budget.counter) ? less : more;
    if (left < slack.least) slack.least = left;
    slack.all += left;
  }
  return slack;
}

double wb_measures_time_ms(const struct wb_measures *measures, const char **part) {
  double most = 0;
  *part = "";
  for (const struct wb_measured_kernel *one = measures->kernels; one != NULL; one = one->next)
    for (size_t i = 0; i < measures->n_cases; i++) {
      const double ms = (double)one->spent_ns[i] / 1e6;
      if (ms <= most) continue;
      most = ms;
      *part = one->part;
    }
  return most;
}

uint64_t wb_measures_printed(const struct wb_measures *measures) {
  uint64_t most = 0;
  for (size_t i = 0; i < measures->n_cases; i++)
    most = larger_of(most, measures->cases[i].printed_bytes);
  return most;
}

bool wb_measures_all_read_local(const struct wb_measures *measures) {
  bool all = measures->kernels != NULL;
  for (const struct wb_measured_kernel *one = measures->kernels; one != NULL; one = one->next)
    all &= one->reads_local;
  return all;
}

/* ---- release ------------------------------------------------------------------------------- */

static void release_kernels_of(struct wb_measures *measures) {
  while (measures->kernels != NULL) {
    struct wb_measured_kernel *first = measures->kernels;
    measures->kernels = first->next;
    free(first->part);
    free(first->spent_ns);
    free(first);
  }
}

static void release_deviations_of(struct wb_measures *measures) {
  while (measures->deviations != NULL) {
    struct wb_measured_deviation *first = measures->deviations;
    measures->deviations = first->next;
    free(first->most.array);
    free(first->part);
    free(first->case_name);
    free(first);
  }
}

void wb_measures_release(struct wb_measures *measures) {
  for (size_t i = 0; i < measures->n_cases; i++) {
    free(measures->cases[i].name);
    free(measures->cases[i].arrays);
  }
  free(measures->cases);
  release_kernels_of(measures);
  release_deviations_of(measures);
  *measures = (struct wb_measures){.n_cases = 0};
}
