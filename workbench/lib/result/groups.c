#include "result/groups.h"

#include <math.h>

#include "result/steps.h"

static const struct wb_result_group *group_of(const struct wb_result *result, uint32_t number) {
  return number > 0 && number <= result->n_groups ? &result->groups[number - 1] : NULL;
}

static void count_cases(struct wb_result *result, uint32_t absent) {
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[i];
    if (group_of(result, one->group) == NULL) continue;
    struct wb_result_group *group = &result->groups[one->group - 1];
    group->cases++;
    group->right += wb_case_ran_right(one);
    group->accepted += wb_case_ran_right(one) && one->verdict == WB_VERDICT_ACCEPTED;
  }
  if (group_of(result, absent) != NULL) result->groups[absent - 1].cases++;
}

/* Whether the group that this one needs is right, and the one which that needs, and so on. A group
 * that has no cases here, as in a student's pack, cannot be asked. */
static bool has_what_it_needs(const struct wb_result *result, const struct wb_result_group *group) {
  const struct wb_result_group *needed = group_of(result, group->needs);
  bool has = true;
  for (size_t i = 0; i < result->n_groups && needed != NULL; i++) {
    has &= needed->right == needed->cases;
    needed = group_of(result, needed->needs);
  }
  return has;
}

static double share_of(const struct wb_result_group *group, bool has_budget) {
  const double share = wb_score(group->right, group->accepted, group->cases, has_budget);
  if (group->each || group->accepted == group->cases) return share;
  return has_budget && group->right == group->cases ? 0.5 : 0;
}

double wb_result_score_groups(struct wb_result *result, bool has_budget, uint32_t absent) {
  uint32_t points = 0;
  count_cases(result, absent);
  for (size_t i = 0; i < result->n_groups; i++) {
    struct wb_result_group *group = &result->groups[i];
    const bool earns = group->cases > 0 && has_what_it_needs(result, group);
    group->earned = earns ? group->points * share_of(group, has_budget) : 0;
  }
  const double earned = wb_result_points(result, &points);
  return points > 0 ? earned / points : 0;
}

double wb_result_points(const struct wb_result *result, uint32_t *points) {
  double earned = 0;
  *points = 0;
  for (size_t i = 0; i < result->n_groups; i++) {
    if (result->groups[i].cases == 0) continue;
    *points += result->groups[i].points;
    earned += result->groups[i].earned;
  }
  return earned;
}

/* Two digits behind the point at most, rounded down. */
static void add_points(double earned, uint32_t points, struct wb_str *out) {
  const double shown = floor(100 * earned + 1e-4) / 100;
  wb_str_addf(out, "%.*f of %u point%s",
              shown == floor(shown)             ? 0
              : 10 * shown == floor(10 * shown) ? 1
                                                : 2,
              shown, (unsigned)points, points == 1 ? "" : "s");
}

void wb_points_words(const struct wb_result *result, struct wb_str *out) {
  uint32_t points = 0;
  const double earned = wb_result_points(result, &points);
  add_points(earned, points, out);
}

void wb_group_words(const struct wb_result *result, size_t index, struct wb_str *out) {
  const struct wb_result_group *group = &result->groups[index];
  const struct wb_result_group *needed = group_of(result, group->needs);
  const unsigned long long cases = group->cases, right = group->right, accepted = group->accepted;
  const char *plural = cases == 1 ? "" : "s";
  wb_str_addf(out, "%s: ", group->name);
  if (cases == 0) {
    wb_str_addf(out, "%u points, none of its cases is here", (unsigned)group->points);
    return;
  }
  add_points(group->earned, group->points, out);
  if (right < cases)
    wb_str_addf(out, ", %llu of %llu case%s right", right, cases, plural);
  else if (accepted < cases)
    wb_str_addf(out, ", %llu of %llu case%s over budget", cases - accepted, cases, plural);
  if (needed != NULL && !has_what_it_needs(result, group))
    wb_str_addf(out, ", only with all of %s", needed->name);
}
