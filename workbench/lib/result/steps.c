#include "result/steps.h"

#include <stdlib.h>

bool wb_case_ran_right(const struct wb_case_result *one) {
  return (one->verdict == WB_VERDICT_ACCEPTED || one->verdict == WB_VERDICT_OVER_BUDGET) &&
         wb_case_was_run(one);
}

bool wb_step_is_done(const struct wb_result_step *step) {
  return step->cases > 0 && step->right == step->cases;
}

size_t wb_result_last_step(const struct wb_result *result) {
  size_t last = result->n_steps;
  while (last > 0 && result->steps[last - 1].cases == 0) last--;
  return last;
}

size_t wb_result_steps_done(const struct wb_result *result) {
  size_t done = 0;
  while (done < result->n_steps && wb_step_is_done(&result->steps[done])) done++;
  return done;
}

void wb_result_count_steps(struct wb_result *result, char *const *names, size_t count) {
  if (result->n_cases == 0 || count == 0) return;
  result->steps = wb_alloc(count * sizeof *result->steps);
  result->n_steps = count;
  for (size_t i = 0; i < count; i++)
    result->steps[i] = (struct wb_result_step){.name = wb_strdup(names[i])};
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[i];
    if (one->step < 1 || one->step > count) continue;
    result->steps[one->step - 1].cases++;
    result->steps[one->step - 1].right += wb_case_ran_right(one);
  }
  for (size_t i = 0; i < count; i++) result->steps[i].done = wb_step_is_done(&result->steps[i]);
}

size_t wb_result_step_to_explain(const struct wb_result *result) {
  for (size_t i = 0; i < result->n_steps; i++)
    if (result->steps[i].cases > 0 && !wb_step_is_done(&result->steps[i])) return i + 1;
  return 0;
}

bool wb_case_is_to_explain(const struct wb_result *result, const struct wb_case_result *one) {
  const size_t step = wb_result_step_to_explain(result);
  return step == 0 || one->step == step;
}

bool wb_case_is_later(const struct wb_result *result, const struct wb_case_result *one) {
  const size_t step = wb_result_step_to_explain(result);
  return step > 0 && one->step > step;
}

static bool has_visible(const struct wb_result *result, enum wb_verdict verdict) {
  bool found = false;
  for (size_t i = 0; i < result->n_cases; i++)
    found |= result->cases[i].visible && result->cases[i].verdict == verdict;
  return found;
}

bool wb_result_budget_comes_first(const struct wb_result *result) {
  return result->n_steps == 0 && result->verdict == WB_VERDICT_WRONG_ANSWER &&
         !has_visible(result, WB_VERDICT_WRONG_ANSWER) &&
         has_visible(result, WB_VERDICT_OVER_BUDGET);
}

enum wb_verdict wb_result_verdict_to_explain(const struct wb_result *result) {
  enum wb_verdict verdict = WB_VERDICT_ACCEPTED;
  if (wb_result_budget_comes_first(result)) return WB_VERDICT_OVER_BUDGET;
  if (wb_result_step_to_explain(result) == 0) return result->verdict;
  for (size_t i = 0; i < result->n_cases; i++)
    if (wb_case_is_to_explain(result, &result->cases[i]))
      verdict = wb_verdict_worst(verdict, result->cases[i].verdict);
  return verdict;
}

static uint64_t items_of(const struct wb_case_result *one) {
  return one->counters.items + one->counters.unfinished;
}

bool wb_case_explains_better(const struct wb_case_result *one, const struct wb_case_result *best) {
  if (one->visible != best->visible) return one->visible;
  return items_of(one) < items_of(best);
}

void wb_step_words(const struct wb_result *result, size_t index, struct wb_str *out) {
  const struct wb_result_step *step = &result->steps[index];
  wb_str_addf(out, "Step %zu of %zu, %s: ", index + 1, result->n_steps, step->name);
  if (step->cases == 0)
    wb_str_add(out, WB_NOT_RUN);
  else if (wb_step_is_done(step))
    wb_str_add(out, "done");
  else
    wb_str_addf(out, "%llu of %llu case%s right", (unsigned long long)step->right,
                (unsigned long long)step->cases, step->cases == 1 ? "" : "s");
}

void wb_steps_done_words(size_t done, size_t all, struct wb_str *out) {
  wb_str_addf(out, "%zu of %zu steps", done, all);
}
