/* Going through the steps of a trace: by hand, by itself, and to a place. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tui/model.h"
#include "tui/timeline.h"

static bool is_open(const struct wb_model *model) { return model->trace.playback != NULL; }

bool wb_trace_view_has_step(const struct wb_trace_view *view) {
  const struct wb_playback_group *of = wb_playback_group(view->playback, view->group);
  return view->step != WB_PLAYBACK_START && view->step >= of->first &&
         view->step < of->first + of->count;
}

/* The learner's kernel scrolls along, as long as it is the one that ran. */
static void show_in_kernel(struct wb_model *model) {
  const struct wb_trace_view *view = &model->trace;
  if (view->old || view->source == NULL || !wb_trace_view_has_step(view)) return;
  const struct wb_step step = wb_playback_step(view->playback, view->step);
  if (view->kernel_file != NULL)
    wb_timeline_view_show_launch(model, view->launch);
  else if (step.place != NULL && step.place->file[0] == '\0')
    wb_model_jump(model, step.place->line);
}

static void stand_at(struct wb_model *model, size_t group, size_t step) {
  struct wb_trace_view *view = &model->trace;
  const bool other_group = group != view->group;
  view->group = group;
  view->step = step;
  if (other_group && view->pointer.target == WB_TARGET_ITEM) view->pointer.which = 0;
  wb_model_pane_stale(model, WB_PANE_TRACE);
  show_in_kernel(model);
}

void wb_trace_view_go(struct wb_model *model, size_t group, size_t step) {
  if (!is_open(model)) return;
  model->trace.playing = false;
  stand_at(model, group, step);
}

/* ---- where to begin ---- */

/* The step of the first error that the trace has. */
static size_t step_of_finding(const struct wb_trace_view *view) {
  for (size_t i = 0; i < view->n_findings; i++) {
    if (view->findings[i].finding->severity == WB_SEVERITY_ERROR) return view->findings[i].step;
  }
  return WB_PLAYBACK_NONE;
}

void wb_trace_view_go_to_start(struct wb_model *model) {
  struct wb_trace_view *view = &model->trace;
  if (!is_open(model)) return;
  size_t step = step_of_finding(view);
  if (step == WB_PLAYBACK_NONE) step = view->mismatch_step;
  if (step == WB_PLAYBACK_NONE) {
    view->group = 0;
    view->step = WB_PLAYBACK_START;
    step = wb_playback_next(view->playback, 0, WB_PLAYBACK_START, WB_STRIDE_ACCESS, true);
  }
  if (step != WB_PLAYBACK_NONE) {
    view->group = wb_playback_step(view->playback, step).group;
    view->step = step;
  }
  wb_model_pane_stale(model, WB_PANE_TRACE);
  if (model->focus == WB_PANE_TRACE) show_in_kernel(model);
}

/* ---- by hand ---- */

size_t wb_trace_view_last_step(const struct wb_trace_view *view, size_t group) {
  const struct wb_playback_group *of = wb_playback_group(view->playback, group);
  const size_t end = of->first + of->count;
  const size_t step = wb_playback_next(view->playback, group, end, WB_STRIDE_ACCESS, false);
  return step != WB_PLAYBACK_NONE ? step : of->first - 1;
}

static size_t next_of(const struct wb_trace_view *view, size_t group, size_t from,
                      enum wb_stride stride, bool forward) {
  if (stride == WB_STRIDE_TROUBLE) return wb_trace_view_next_trouble(view, group, from, forward);
  return wb_playback_next(view->playback, group, from, stride, forward);
}

/* Beyond the group's end (or start) the next group goes on. */
static bool stride_over(struct wb_model *model, enum wb_stride stride, bool forward) {
  struct wb_trace_view *view = &model->trace;
  const size_t count = wb_playback_groups(view->playback);
  size_t group = view->group, step = WB_PLAYBACK_NONE;
  while (step == WB_PLAYBACK_NONE && (forward ? group + 1 < count : group > 0)) {
    group += forward ? 1 : (size_t)-1;
    const struct wb_playback_group *of = wb_playback_group(view->playback, group);
    const size_t from = forward ? of->first - 1 : of->first + of->count;
    step = next_of(view, group, from, stride, forward);
  }
  if (step != WB_PLAYBACK_NONE) stand_at(model, group, step);
  return step != WB_PLAYBACK_NONE;
}

bool wb_trace_view_stride(struct wb_model *model, enum wb_stride stride, bool forward) {
  struct wb_trace_view *view = &model->trace;
  if (!is_open(model)) return false;
  const size_t step = next_of(view, view->group, view->step, stride, forward);
  if (step == WB_PLAYBACK_NONE) return stride_over(model, stride, forward);
  stand_at(model, view->group, step);
  return true;
}

void wb_trace_view_choose_group(struct wb_model *model, size_t group) {
  struct wb_trace_view *view = &model->trace;
  if (!is_open(model) || group >= wb_playback_groups(view->playback)) return;
  const struct wb_playback_group *of = wb_playback_group(view->playback, group);
  const size_t step =
      wb_playback_next(view->playback, group, of->first - 1, WB_STRIDE_ACCESS, true);
  wb_trace_view_go(model, group, step != WB_PLAYBACK_NONE ? step : of->first - 1);
}

/* ---- commands ---- */

static bool need_trace(struct wb_model *model) {
  if (is_open(model)) return true;
  wb_model_say(model, WB_TONE_PLAIN, "There is no trace to go through: r runs your code.");
  return false;
}

void wb_line_trace_group(struct wb_model *model, const char *argument) {
  uint64_t group[3] = {0};
  const char *at = argument;
  if (!need_trace(model)) return;
  wb_model_focus(model, WB_PANE_TRACE);
  for (int i = 0; i < 3; i++) {
    char *end;
    group[i] = strtoull(at, &end, 10);
    at = end + strspn(end, ", ");
  }
  const size_t found = wb_playback_find_group(model->trace.playback, group);
  if (!isdigit((unsigned char)argument[0]) || *at != '\0') {
    wb_model_say(model, WB_TONE_BAD, ":group needs the group's id, as 2 or 1,0");
  } else if (found == WB_PLAYBACK_NONE) {
    wb_model_say(model, WB_TONE_BAD, "the trace has no group %s; it has %zu groups", argument,
                 wb_playback_groups(model->trace.playback));
  } else {
    wb_trace_view_choose_group(model, found);
  }
}

void wb_line_trace_step(struct wb_model *model, const char *argument) {
  struct wb_trace_view *view = &model->trace;
  if (!need_trace(model)) return;
  wb_model_focus(model, WB_PANE_TRACE);
  const size_t step =
      wb_playback_numbered(view->playback, view->group, strtoul(argument, NULL, 10));
  if (step != WB_PLAYBACK_NONE) {
    wb_trace_view_go(model, view->group, step);
  } else {
    wb_model_say(model, WB_TONE_BAD, ":step needs a number from 1 to %zu",
                 wb_playback_numbers(view->playback, view->group));
  }
}

/* With options it is the command of the command line, which draws. */
void wb_line_trace_open(struct wb_model *model, const char *argument) {
  if (argument[0] == '\0') {
    wb_model_focus(model, WB_PANE_TRACE);
  } else if (argument[0] == '-' || strstr(argument, " -") != NULL) {
    char *line = wb_format("trace %s", argument);
    wb_model_effect_with(model, WB_EFFECT_COMMAND, 0, line);
    free(line);
  } else {
    wb_model_effect_with(model, WB_EFFECT_LOAD_TRACE, 0, argument);
  }
}

/* ---- by itself ---- */

static const unsigned speeds[] = {1, 2, 4, 8, 16, 32, 64};
enum { N_SPEEDS = sizeof speeds / sizeof speeds[0] };

unsigned wb_trace_view_speed(const struct wb_trace_view *view) { return speeds[view->speed]; }

void wb_trace_view_set_speed(struct wb_model *model, int faster) {
  struct wb_trace_view *view = &model->trace;
  const int wanted = (int)view->speed + faster;
  if (wanted >= 0 && wanted < N_SPEEDS) view->speed = (unsigned)wanted;
  if (view->playing) view->next_ms = model->now_ms + 1000 / wb_trace_view_speed(view);
  wb_model_say(model, WB_TONE_PLAIN, "%u %s a second", wb_trace_view_speed(view),
               wb_trace_view_speed(view) == 1 ? "step" : "steps");
  wb_model_pane_stale(model, WB_PANE_TRACE);
}

static bool is_at_end(const struct wb_trace_view *view) {
  const size_t last = wb_playback_groups(view->playback) - 1;
  return view->group == last && view->step == wb_trace_view_last_step(view, last);
}

void wb_trace_view_play(struct wb_model *model, bool playing) {
  struct wb_trace_view *view = &model->trace;
  view->playing = playing && need_trace(model);
  if (view->playing && is_at_end(view)) wb_trace_view_choose_group(model, 0);
  view->playing = playing && is_open(model); /* choosing has stopped it */
  view->next_ms = model->now_ms + 1000 / wb_trace_view_speed(view);
  wb_model_pane_stale(model, WB_PANE_TRACE);
}

int wb_trace_view_timeout(const struct wb_model *model) {
  const struct wb_trace_view *view = &model->trace;
  if (!view->playing || !wb_trace_view_shows(model)) return -1;
  return view->next_ms > model->now_ms ? (int)(view->next_ms - model->now_ms) : 0;
}

void wb_trace_view_tick(struct wb_model *model) {
  struct wb_trace_view *view = &model->trace;
  if (wb_trace_view_timeout(model) != 0) return;
  /* After a long pause (a suspended program) it goes on from here, not in leaps. */
  view->next_ms = model->now_ms + 1000 / wb_trace_view_speed(view);
  if (!wb_trace_view_stride(model, WB_STRIDE_ACCESS, true)) {
    view->playing = false;
    wb_model_say(model, WB_TONE_PLAIN, "That was the last step. g: from the start");
    wb_model_pane_stale(model, WB_PANE_TRACE);
  }
}
