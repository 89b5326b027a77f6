#include "judge/case_budgets.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "finding/counters.h"
#include "launch/outcome.h"

void wb_case_name_arrays(const struct wb_case_stage *stage, struct wb_array_count *arrays,
                         size_t count) {
  for (size_t i = 0; i < count; i++) {
    const size_t argument = arrays[i].argument;
    const bool known = argument > 0 && argument <= stage->n_args;
    arrays[i].argument = known ? (uint32_t)stage->args[argument - 1].param + 1 : 0;
  }
}

/* What the model left out could only have added to what it counted. */
static void check_modelled(struct wb_case_result *result, const struct wb_budget *budget) {
  if (result->counters.unmodelled > 0 && wb_counter_name_is_modelled(budget->counter))
    wb_case_verdict(result, WB_VERDICT_OVER_BUDGET,
                    "the %s cannot be determined: between two barriers there are %llu accesses and "
                    "branches more than can be counted",
                    wb_counter_noun(wb_counter_index(budget->counter)),
                    (unsigned long long)result->counters.unmodelled);
}

/* What was counted of the array that a budget is for; NULL: no access. */
static struct wb_array_count *find_array(const struct wb_array_budget *budget,
                                         struct wb_case_result *result,
                                         struct wb_access_counter *of) {
  if (!wb_counter_is_of_accesses(wb_counter_index(budget->of.counter), of)) return NULL;
  for (size_t i = 0; i < result->n_arrays; i++) {
    struct wb_array_count *one = &result->arrays[i];
    if (one->argument == budget->param + 1 && one->memory == of->memory &&
        one->access == of->access)
      return one;
  }
  return NULL;
}

static void tell_array_budgets(const struct wb_case *made, struct wb_case_result *result) {
  for (size_t i = 0; i < made->n_array_budgets; i++) {
    const struct wb_array_budget *budget = &made->array_budgets[i];
    struct wb_access_counter of;
    struct wb_array_count *one = find_array(budget, result, &of);
    if (one == NULL) continue;
    *(of.of_one ? &one->has_most_limit : &one->has_total_limit) = true;
    *(of.of_one ? &one->most_limit : &one->total_limit) = budget->of.limit;
  }
}

static void tell_budgets(const struct wb_case *made, struct wb_case_result *result) {
  for (size_t i = 0; i < made->n_budgets; i++) {
    const unsigned at = wb_counter_index(made->budgets[i].counter);
    if (at == WB_COUNTER_COUNT) continue;
    result->budgeted |= UINT64_C(1) << at;
    *wb_counter_at(&result->budgets, at) = made->budgets[i].limit;
  }
}

/* With what the number is made of, where that is known. */
static void exceed(struct wb_case_result *result, unsigned counter, uint64_t value,
                   uint64_t limit) {
  struct wb_str arrays;
  wb_str_init(&arrays);
  wb_array_counts_describe(result->arrays, result->n_arrays, counter, &arrays);
  wb_case_verdict(result, WB_VERDICT_OVER_BUDGET, "%llu %s; the puzzle allows %llu%s%s",
                  (unsigned long long)value, wb_counter_noun(counter), (unsigned long long)limit,
                  arrays.length > 0 ? ": " : "", arrays.data);
  wb_str_release(&arrays);
}

static void check_budget(const struct wb_budget *budget, struct wb_case_result *result) {
  bool known;
  uint64_t value = wb_counter_value(&result->counters, budget->counter, &known);
  const unsigned at = wb_counter_index(budget->counter);
  const bool exceeds = known && wb_counter_exceeds(at, value, budget->limit);
  if (exceeds && wb_counter_is_wanted(at))
    wb_case_verdict(result, WB_VERDICT_OVER_BUDGET,
                    "occupancy %llu %%, at least %llu %% is asked for", (unsigned long long)value,
                    (unsigned long long)budget->limit);
  else if (exceeds)
    exceed(result, at, value, budget->limit);
  check_modelled(result, budget);
}

static void check_array_budgets(bool of_atomics, struct wb_case_result *result) {
  struct wb_str words;
  wb_str_init(&words);
  for (size_t i = 0; i < result->n_arrays; i++) {
    const struct wb_array_count *one = &result->arrays[i];
    if ((one->access == WB_ACCESS_ATOMIC) != of_atomics || !wb_array_count_exceeds(one)) continue;
    wb_str_clear(&words);
    wb_array_count_describe(one, &words);
    wb_case_verdict(result, WB_VERDICT_OVER_BUDGET, "%s", words.data);
  }
  wb_str_release(&words);
}

static bool is_of_atomics(const struct wb_budget *budget) {
  return strstr(budget->counter, "atomics") != NULL;
}

static bool is_of_host(const struct wb_budget *budget) {
  return wb_counter_is_of_host(wb_counter_index(budget->counter));
}

/* The first that is exceeded is told. Those of atomics come first, since each atomic operation
 * is counted as a read and a write as well: too many reads are what follows then, not the cause. */
void wb_case_check_budgets(const struct wb_case *made, bool counted,
                           struct wb_case_result *result) {
  tell_budgets(made, result);
  tell_array_budgets(made, result);
  if (result->verdict != WB_VERDICT_ACCEPTED) return;
  for (size_t i = 0; i < made->n_budgets; i++)
    if (is_of_atomics(&made->budgets[i]) && counted) check_budget(&made->budgets[i], result);
  check_array_budgets(true, result);
  for (size_t i = 0; i < made->n_budgets; i++)
    if (!is_of_atomics(&made->budgets[i]) && (counted || is_of_host(&made->budgets[i])))
      check_budget(&made->budgets[i], result);
  check_array_budgets(false, result);
}

bool wb_case_lacks_arrays(const struct wb_case_result *result) {
  struct wb_counters counters = result->counters, budgets = result->budgets;
  struct wb_access_counter of;
  bool lacks = false;
  if (result->verdict != WB_VERDICT_OVER_BUDGET || result->n_arrays > 0) return false;
  for (unsigned i = 0; i < WB_BUDGET_COUNTERS; i++)
    lacks |= (result->budgeted >> i & 1) != 0 && wb_counter_is_of_accesses(i, &of) &&
             wb_counter_exceeds(i, *wb_counter_at(&counters, i), *wb_counter_at(&budgets, i));
  return lacks;
}

void wb_case_take_arrays(const struct wb_case *made, struct wb_case_result *result,
                         struct wb_case_result *counted) {
  free(result->arrays);
  result->arrays = counted->arrays;
  result->n_arrays = counted->n_arrays;
  counted->arrays = NULL;
  counted->n_arrays = 0;
  result->verdict = WB_VERDICT_ACCEPTED;
  wb_case_check_budgets(made, true, result);
}
