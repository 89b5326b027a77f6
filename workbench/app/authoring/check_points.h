/* What right and wrong kernels earn in the groups of a puzzle: points that no right kernel reaches
 * are none, and a group in which no wrong kernel fails proves nothing. */
#ifndef WB_AUTHORING_CHECK_POINTS_H
#define WB_AUTHORING_CHECK_POINTS_H

#include "authoring/check_run.h"

struct wb_check_group {
  char *name;
  uint32_t points;
  bool has_cases;
  bool reached; /* a right kernel earns all of it */
  bool missed;  /* a wrong kernel fails in a case of it */
};

/* A zeroed one has seen no kernel. */
struct wb_check_points {
  struct wb_check_group *groups;
  size_t n_groups;
  size_t right, wrong; /* kernels whose points are known */
};

/* A kernel was judged as it is; where that says nothing of points, neither does this. */
void wb_check_points_take(struct wb_check_points *points, const struct wb_result *result,
                          bool right);

/* Adds what there is to say, where the puzzle has groups. */
void wb_check_points_conclude(const struct wb_check_points *points, struct wb_check_puzzle *puzzle);

/* "score 0.25" or "2 of 8 points"; the caller frees. */
char *wb_check_score_words(const struct wb_result *result);

void wb_check_points_release(struct wb_check_points *points);

#endif
