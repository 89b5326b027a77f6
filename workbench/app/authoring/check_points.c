#include "authoring/check_points.h"

#include <stdlib.h>

#include "base/str.h"
#include "result/groups.h"
#include "result/steps.h"

/* The first kernel says which groups there are. */
static void begin_groups(struct wb_check_points *points, const struct wb_result *result) {
  if (points->groups != NULL) return;
  points->groups = wb_alloc(result->n_groups * sizeof *points->groups);
  points->n_groups = result->n_groups;
  for (size_t i = 0; i < points->n_groups; i++)
    points->groups[i] = (struct wb_check_group){.name = wb_strdup(result->groups[i].name),
                                                .points = result->groups[i].points,
                                                .has_cases = result->groups[i].cases > 0};
}

/* A case that was not run shows no mistake. */
static bool fails_in(const struct wb_result *result, size_t group) {
  bool fails = false;
  for (size_t i = 0; i < result->n_cases; i++)
    fails |= result->cases[i].group == group + 1 && wb_case_was_run(&result->cases[i]) &&
             result->cases[i].verdict != WB_VERDICT_ACCEPTED;
  return fails;
}

void wb_check_points_take(struct wb_check_points *points, const struct wb_result *result,
                          bool right) {
  if (result->n_groups == 0) return;
  begin_groups(points, result);
  points->right += right;
  points->wrong += !right;
  for (size_t i = 0; i < points->n_groups && i < result->n_groups; i++) {
    points->groups[i].reached |= right && result->groups[i].earned >= result->groups[i].points;
    points->groups[i].missed |= !right && fails_in(result, i);
  }
}

char *wb_check_score_words(const struct wb_result *result) {
  struct wb_str words;
  wb_str_init(&words);
  if (result->n_groups > 0)
    wb_points_words(result, &words);
  else
    wb_str_addf(&words, "score %.2g", result->score);
  return wb_str_detach(&words);
}

/* One item where all is well, or one for each group of which it is not. */
static void conclude_check(const struct wb_check_points *points, struct wb_check_report *report,
                           const struct wb_check_place *place, bool of_right) {
  const char *check = of_right ? "group-points" : "group-mistakes";
  size_t faults = 0;
  if ((of_right ? points->right : points->wrong) == 0) {
    wb_check_skipped(report, check, place,
                     of_right ? "no right kernel was judged" : "no wrong kernel was judged");
    return;
  }
  for (size_t i = 0; i < points->n_groups; i++) {
    const struct wb_check_group *group = &points->groups[i];
    if (!group->has_cases || (of_right ? group->reached : group->missed)) continue;
    faults++;
    if (of_right)
      wb_check_fault(report, check, place, "Correct the kernel, or the group's cases.",
                     "no right kernel earns the %u point%s of the group \"%s\"",
                     (unsigned)group->points, group->points == 1 ? "" : "s", group->name);
    else
      wb_check_fault(report, check, place,
                     "Add a kernel to wrong/ that fails in it, or a case in which one does.",
                     "no kernel of wrong/ fails in the group \"%s\"", group->name);
  }
  if (faults == 0) wb_check_passed(report, check, place);
}

void wb_check_points_conclude(const struct wb_check_points *points,
                              struct wb_check_puzzle *puzzle) {
  char *file = wb_format("puzzles/%s/puzzle.lua", puzzle->slug);
  const struct wb_check_place place = {
      .puzzle = puzzle->slug, .part = "puzzle.lua", .file = file, .line = 0};
  if (puzzle->summary->n_groups > 0) {
    conclude_check(points, &puzzle->report, &place, true);
    conclude_check(points, &puzzle->report, &place, false);
  }
  free(file);
}

void wb_check_points_release(struct wb_check_points *points) {
  for (size_t i = 0; i < points->n_groups; i++) free(points->groups[i].name);
  free(points->groups);
}
