#include "session/idle_judges.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

struct wb_idle_judge {
  struct wb_judge *judge;
  char *course, *puzzle, *device; /* of its last run; no device: NULL */
  bool strangers;
};

static bool same_text(const char *a, const char *b) {
  return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool may_judge(const struct wb_idle_judge *idle, const struct wb_run_options *options) {
  return options->keeps_on && options->source != NULL && options->strangers == idle->strangers &&
         same_text(idle->course, options->course) && same_text(idle->device, options->device);
}

static bool knows_puzzle(const struct wb_idle_judge *idle, const struct wb_run_options *options) {
  return may_judge(idle, options) && same_text(idle->puzzle, options->puzzle);
}

/* The one that waited least; `count`: none. */
static size_t find_judge(const struct wb_idle_judges *judges, const struct wb_run_options *options,
                         bool (*suits)(const struct wb_idle_judge *idle,
                                       const struct wb_run_options *options)) {
  size_t i = judges->count;
  while (i > 0 && !suits(&judges->items[i - 1], options)) i--;
  return i > 0 ? i - 1 : judges->count;
}

static void release_texts(struct wb_idle_judge *idle) {
  free(idle->course);
  free(idle->puzzle);
  free(idle->device);
}

void wb_idle_judges_add(struct wb_idle_judges *judges, struct wb_judge *judge,
                        const struct wb_run_options *last) {
  judges->items =
      wb_grow(judges->items, &judges->capacity, judges->count + 1, sizeof judges->items[0]);
  judges->items[judges->count++] =
      (struct wb_idle_judge){.judge = judge,
                             .course = wb_strdup(last->course),
                             .puzzle = wb_strdup(last->puzzle),
                             .strangers = last->strangers,
                             .device = last->device != NULL ? wb_strdup(last->device) : NULL};
}

bool wb_idle_judges_have(const struct wb_idle_judges *judges,
                         const struct wb_run_options *options) {
  return find_judge(judges, options, may_judge) < judges->count;
}

bool wb_idle_judges_know(const struct wb_idle_judges *judges,
                         const struct wb_run_options *options) {
  return find_judge(judges, options, knows_puzzle) < judges->count;
}

struct wb_judge *wb_idle_judges_take(struct wb_idle_judges *judges,
                                     const struct wb_run_options *options) {
  size_t at = find_judge(judges, options, knows_puzzle);
  struct wb_judge *judge = NULL;
  if (at == judges->count) at = find_judge(judges, options, may_judge);
  if (at < judges->count) {
    judge = judges->items[at].judge;
    release_texts(&judges->items[at]);
    judges->count--;
    memmove(&judges->items[at], &judges->items[at + 1],
            (judges->count - at) * sizeof judges->items[0]);
  }
  return judge;
}

void wb_idle_judges_release(struct wb_idle_judges *judges) {
  for (size_t i = 0; i < judges->count; i++) {
    wb_judge_free(judges->items[i].judge);
    release_texts(&judges->items[i]);
  }
  free(judges->items);
  *judges = (struct wb_idle_judges){0};
}
