#include "report/playback/shape.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 4096, GROUPS_ASKED = 4 };

/* Where each work-item of a group first touches an array at one place. */
struct first_touches {
  size_t array;
  uint64_t size[3], items;
  int64_t *element; /* by linear local id; -1: nowhere */
};

static void gather_touches(const struct wb_playback *p, const struct wb_playback_group *group,
                           const struct wb_trace_place *place, struct first_touches *touches) {
  for (uint64_t i = 0; i < touches->items; i++) touches->element[i] = -1;
  for (size_t i = group->first; i < group->first + group->count; i++) {
    const struct wb_step step = wb_playback_step(p, i);
    if (step.place == place && step.kind == WB_TRACE_ACCESS && touches->element[step.item] < 0)
      touches->element[step.item] = step.element;
  }
}

/* The distance between neighbours in a dimension where it is always the same
 * and more than 1; else 0. */
static uint64_t neighbour_distance(const struct first_touches *touches, int dimension) {
  const uint64_t stride = dimension == 1 ? touches->size[0] : touches->size[0] * touches->size[1];
  int64_t found = 0;
  for (uint64_t i = 0; i + stride < touches->items; i++) {
    const uint64_t id = i / stride % touches->size[dimension];
    const int64_t here = touches->element[i], there = touches->element[i + stride];
    if (id + 1 >= touches->size[dimension] || here < 0 || there < 0) continue;
    if (found != 0 && there - here != found) return 0;
    found = there - here;
  }
  return found > 1 ? (uint64_t)found : 0;
}

/* The places that touch the array, in the order of the first group's steps. */
static void ask_group(const struct wb_playback *p, const struct wb_playback_group *group,
                      struct first_touches *touches, struct wb_picture_shape *shape) {
  const struct wb_trace_place *asked = NULL;
  for (size_t i = group->first; i < group->first + group->count && shape->width == 0; i++) {
    const struct wb_step step = wb_playback_step(p, i);
    if (step.kind != WB_TRACE_ACCESS || step.array != touches->array || step.place == asked)
      continue;
    asked = step.place;
    gather_touches(p, group, step.place, touches);
    shape->width = neighbour_distance(touches, 1);
    const uint64_t slice = neighbour_distance(touches, 2);
    if (shape->width > 0 && slice % shape->width == 0) shape->height = slice / shape->width;
    /* All work-items begin at the same places: the rest would say nothing new. */
    if (step.item != wb_playback_step(p, group->first).item) break;
  }
}

struct wb_picture_shape wb_playback_shape(const struct wb_playback *playback, size_t array) {
  const struct wb_trace_launch *launch = wb_playback_launch(playback);
  const uint64_t elements = wb_playback_array(playback, array)->elements;
  struct first_touches touches = {.array = array, .items = 1};
  struct wb_picture_shape shape = {0};
  for (int d = 0; d < 3; d++) {
    touches.size[d] = launch->local[d];
    touches.items *= launch->local[d];
  }
  if (launch->dimensions > 1 && touches.items <= MOST_ITEMS) {
    touches.element = wb_alloc(touches.items * sizeof *touches.element);
    for (size_t g = 0; g < wb_playback_groups(playback) && g < GROUPS_ASKED; g++)
      if (shape.width == 0) ask_group(playback, wb_playback_group(playback, g), &touches, &shape);
    free(touches.element);
  }
  /* Nobody tells: perhaps it is as wide as the launch. */
  if (shape.width == 0 && launch->dimensions > 1 && elements > launch->global[0] &&
      elements % launch->global[0] == 0)
    shape.width = launch->global[0];
  if (shape.width == 0 || shape.width >= elements) shape = (struct wb_picture_shape){.width = 1};
  if (shape.height * shape.width >= elements) shape.height = 0;
  return shape;
}
