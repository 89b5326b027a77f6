/* What the group's work-items and arrays are doing at the step. */
#include <stdlib.h>

#include "tui/model.h"

/* Steps that are looked at on each side of the present one: a screen's worth
 * of the past in a long launch, and all of a short one. */
enum { LOOK_BACK = 100000, LOOK_AHEAD = 20000 };

static size_t items_of(const struct wb_playback *playback) {
  const struct wb_trace_launch *launch = wb_playback_launch(playback);
  return (size_t)(launch->local[0] * launch->local[1] * launch->local[2]);
}

struct search {
  struct wb_trace_moment *moment;
  bool *found; /* by array: its focus is known */
  size_t items_left, arrays_left;
  bool passed; /* a barrier was passed after the step that is looked at */
};

static enum wb_item_state state_after(const struct wb_step *step, bool passed) {
  if (step->kind == WB_TRACE_ITEM_END) return WB_ITEM_DONE;
  return step->kind == WB_TRACE_WAIT && !passed ? WB_ITEM_WAITS : WB_ITEM_BEGUN;
}

static void see_item(struct search *search, const struct wb_step *step) {
  if (step->kind == WB_TRACE_PASS) {
    search->passed = true;
  } else if (step->item < search->moment->n_items &&
             search->moment->items[step->item] == WB_ITEM_NOT_BEGUN) {
    search->moment->items[step->item] = (unsigned char)state_after(step, search->passed);
    search->items_left--;
  }
}

static uint64_t inside(const struct wb_playback *playback, const struct wb_step *step) {
  const uint64_t elements = wb_playback_array(playback, step->array)->elements;
  if (step->element < 0 || elements == 0) return 0;
  return (uint64_t)step->element < elements ? (uint64_t)step->element : elements - 1;
}

static void see_array(const struct wb_playback *playback, struct search *search,
                      const struct wb_step *step, size_t index, bool past) {
  struct wb_trace_moment *moment = search->moment;
  if (!wb_trace_view_is_access(step) || step->array >= moment->n_arrays) return;
  if (past && wb_trace_view_is_stray(playback, step) &&
      moment->stray[step->array] == WB_PLAYBACK_NONE)
    moment->stray[step->array] = index;
  if (search->found[step->array]) return;
  search->found[step->array] = true;
  search->arrays_left--;
  moment->focus[step->array] = inside(playback, step);
}

/* The last step of each work-item by now, and the last touch of each array. */
static void look_back(const struct wb_trace_view *view, struct search *search) {
  const size_t first = wb_playback_group(view->playback, view->group)->first;
  size_t step = view->step;
  for (size_t i = 0; i < LOOK_BACK && (search->items_left > 0 || search->arrays_left > 0); i++) {
    const struct wb_step one = wb_playback_step(view->playback, step);
    see_item(search, &one);
    see_array(view->playback, search, &one, step, true);
    if (step == first) break;
    step--;
  }
}

/* Arrays that were not touched yet show where they will be. */
static void look_ahead(const struct wb_trace_view *view, struct search *search, size_t from) {
  const struct wb_playback_group *group = wb_playback_group(view->playback, view->group);
  for (size_t step = from, i = 0;
       step < group->first + group->count && i < LOOK_AHEAD && search->arrays_left > 0;
       step++, i++) {
    const struct wb_step one = wb_playback_step(view->playback, step);
    see_array(view->playback, search, &one, step, false);
  }
}

void wb_trace_moment_find(const struct wb_trace_view *view, struct wb_trace_moment *moment) {
  const struct wb_playback *playback = view->playback;
  *moment = (struct wb_trace_moment){.n_items = items_of(playback),
                                     .n_arrays = wb_playback_arrays(playback)};
  moment->items = wb_alloc(moment->n_items + 1);
  moment->focus = wb_alloc((moment->n_arrays + 1) * sizeof *moment->focus);
  moment->stray = wb_alloc((moment->n_arrays + 1) * sizeof *moment->stray);
  for (size_t i = 0; i < moment->n_arrays; i++) moment->stray[i] = WB_PLAYBACK_NONE;
  moment->has_step = wb_trace_view_has_step(view);
  struct search search = {.moment = moment,
                          .found = wb_alloc(moment->n_arrays + 1),
                          .items_left = moment->n_items,
                          .arrays_left = moment->n_arrays};
  size_t next = wb_playback_group(playback, view->group)->first;
  if (moment->has_step) {
    moment->step = wb_playback_step(playback, view->step);
    next = view->step + 1;
    look_back(view, &search);
  }
  look_ahead(view, &search, next);
  free(search.found);
}

void wb_trace_moment_release(struct wb_trace_moment *moment) {
  free(moment->items);
  free(moment->focus);
  free(moment->stray);
  *moment = (struct wb_trace_moment){0};
}
