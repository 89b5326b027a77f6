#include "course/assignment.h"

#include <stdlib.h>
#include <string.h>

static const struct wb_word late_each_rows[] = {
    [WB_LATE_EACH_DAY] = {.name = "day"},
    [WB_LATE_EACH_HOUR] = {.name = "hour"},
};
const struct wb_words wb_late_each_words = WB_WORDS(late_each_rows);

static const struct wb_word attempts_rows[] = {
    [WB_ATTEMPTS_BEST] = {.name = "best"},
    [WB_ATTEMPTS_LAST] = {.name = "last"},
    [WB_ATTEMPTS_CHOSEN] = {.name = "chosen"},
};
const struct wb_words wb_attempts_counted_words = WB_WORDS(attempts_rows);

static const struct wb_word hidden_rows[] = {
    [WB_HIDDEN_VERDICT] = {.name = "verdict"},
    [WB_HIDDEN_COUNT] = {.name = "count"},
    [WB_HIDDEN_AFTER_DUE] = {.name = "after-due"},
    [WB_HIDDEN_NEVER] = {.name = "never"},
};
const struct wb_words wb_hidden_feedback_words = WB_WORDS(hidden_rows);

static const struct wb_word seed_rows[] = {
    [WB_SEEDS_OF_SPEC] = {.name = "spec"},
    [WB_SEEDS_OF_COURSE] = {.name = "course"},
    [WB_SEEDS_OF_PERSON] = {.name = "person"},
};
const struct wb_words wb_seed_kind_words = WB_WORDS(seed_rows);

const struct wb_assignment *wb_assignment_named(const struct wb_assignment *assignments,
                                                size_t count, const char *name) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(assignments[i].name, name) == 0) return &assignments[i];
  return NULL;
}

const struct wb_assignment_puzzle *wb_assignment_puzzle(const struct wb_assignment *assignment,
                                                        const char *slug) {
  for (size_t i = 0; i < assignment->n_puzzles; i++)
    if (strcmp(assignment->puzzles[i].slug, slug) == 0) return &assignment->puzzles[i];
  return NULL;
}

double wb_assignment_points(const struct wb_assignment *assignment) {
  double sum = 0;
  for (size_t i = 0; i < assignment->n_puzzles; i++) sum += assignment->puzzles[i].points;
  return sum;
}

static void release_assignment(struct wb_assignment *assignment) {
  for (size_t i = 0; i < assignment->n_puzzles; i++) free(assignment->puzzles[i].slug);
  free(assignment->puzzles);
  free(assignment->name);
  free(assignment->title);
  free(assignment->opens_text);
  free(assignment->due_text);
}

void wb_assignments_free(struct wb_assignment *assignments, size_t count) {
  for (size_t i = 0; i < count; i++) release_assignment(&assignments[i]);
  free(assignments);
}
