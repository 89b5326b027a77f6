/* What the keys of the trace pane do. */
#include "tui/actions.h"

static void stride(struct wb_model *model, enum wb_stride stride, bool forward,
                   const char *nothing) {
  if (model->trace.playback == NULL) {
    wb_model_say(model, WB_TONE_PLAIN, "There is no trace to go through: r runs your code.");
    return;
  }
  model->trace.playing = false;
  wb_model_pane_stale(model, WB_PANE_TRACE);
  wb_model_say(model, WB_TONE_PLAIN, "%s",
               wb_trace_view_stride(model, stride, forward) ? "" : nothing);
}

void wb_do_trace_forward(struct wb_model *model) {
  if (wb_trace_view_is_pointing(model)) {
    wb_trace_view_move_pointer(model, 0, 1);
  } else {
    stride(model, WB_STRIDE_ACCESS, true, "That was the last step.");
  }
}

void wb_do_trace_back(struct wb_model *model) {
  if (wb_trace_view_is_pointing(model)) {
    wb_trace_view_move_pointer(model, 0, -1);
  } else {
    stride(model, WB_STRIDE_ACCESS, false, "This is the first step.");
  }
}

void wb_do_trace_down(struct wb_model *model) {
  if (wb_trace_view_is_pointing(model)) {
    wb_trace_view_move_pointer(model, 1, 0);
  } else {
    stride(model, WB_STRIDE_ITEM, true, "No other work-item follows.");
  }
}

void wb_do_trace_up(struct wb_model *model) {
  if (wb_trace_view_is_pointing(model)) {
    wb_trace_view_move_pointer(model, -1, 0);
  } else {
    stride(model, WB_STRIDE_ITEM, false, "No other work-item came before.");
  }
}

void wb_do_trace_next_phase(struct wb_model *model) {
  stride(model, WB_STRIDE_PHASE, true, "No barrier follows.");
}

void wb_do_trace_previous_phase(struct wb_model *model) {
  stride(model, WB_STRIDE_PHASE, false, "No barrier came before.");
}

void wb_do_trace_next_trouble(struct wb_model *model) {
  stride(model, WB_STRIDE_TROUBLE, true, "Nothing goes wrong from here on.");
}

void wb_do_trace_previous_trouble(struct wb_model *model) {
  stride(model, WB_STRIDE_TROUBLE, false, "Nothing went wrong before.");
}

void wb_do_trace_first(struct wb_model *model) {
  struct wb_trace_view *view = &model->trace;
  if (view->playback == NULL) return;
  const bool at_start = view->step == wb_playback_group(view->playback, view->group)->first;
  wb_trace_view_choose_group(model, at_start ? 0 : view->group);
}

void wb_do_trace_last(struct wb_model *model) {
  struct wb_trace_view *view = &model->trace;
  if (view->playback == NULL) return;
  const size_t before = view->step;
  wb_trace_view_go(model, view->group, wb_trace_view_last_step(view, view->group));
  if (view->step != before) return;
  const size_t last = wb_playback_groups(view->playback) - 1;
  wb_trace_view_go(model, last, wb_trace_view_last_step(view, last));
}

static void other_group(struct wb_model *model, bool forward) {
  const struct wb_trace_view *view = &model->trace;
  if (view->playback == NULL) return;
  const size_t count = wb_playback_groups(view->playback);
  if (forward ? view->group + 1 < count : view->group > 0) {
    wb_trace_view_choose_group(model, forward ? view->group + 1 : view->group - 1);
  } else {
    wb_model_say(model, WB_TONE_PLAIN,
                 forward ? "This is the last group." : "This is the first group.");
  }
}

void wb_do_trace_next_group(struct wb_model *model) { other_group(model, true); }
void wb_do_trace_previous_group(struct wb_model *model) { other_group(model, false); }

void wb_do_trace_group(struct wb_model *model) {
  wb_do_command_line(model);
  wb_str_add(&model->input, "group ");
}

void wb_do_trace_play(struct wb_model *model) { wb_trace_view_play(model, !model->trace.playing); }
void wb_do_trace_faster(struct wb_model *model) { wb_trace_view_set_speed(model, 1); }
void wb_do_trace_slower(struct wb_model *model) { wb_trace_view_set_speed(model, -1); }

/* ---- pointing ---- */

/* At what the step touches; else at its work-item. */
static void begin_pointing(struct wb_model *model) {
  const struct wb_trace_view *view = &model->trace;
  struct wb_trace_spot spot = {.target = WB_TARGET_ITEM};
  if (wb_trace_view_has_step(view)) {
    const struct wb_step step = wb_playback_step(view->playback, view->step);
    spot.which = step.item;
    if (wb_trace_view_is_access(&step) && !wb_trace_view_is_stray(view->playback, &step)) {
      spot = (struct wb_trace_spot){WB_TARGET_CELL, step.array, (uint64_t)step.element};
    }
  }
  wb_trace_view_point(model, &spot);
}

void wb_do_trace_point(struct wb_model *model) {
  if (model->trace.playback == NULL) return;
  model->trace.playing = false;
  if (!wb_trace_view_leave_pointing(model)) begin_pointing(model);
}

static void go_to_touch(struct wb_model *model, bool forward) {
  const struct wb_trace_view *view = &model->trace;
  struct wb_step_list list;
  size_t found = WB_PLAYBACK_NONE;
  wb_trace_view_pointed_steps(model, &list);
  for (size_t i = 0; i < list.count; i++) {
    const size_t step = list.steps[forward ? i : list.count - 1 - i];
    const bool begun = view->step != WB_PLAYBACK_START;
    const bool beyond = forward ? !begun || step > view->step : begun && step < view->step;
    if (beyond && found == WB_PLAYBACK_NONE) found = step;
  }
  if (found == WB_PLAYBACK_NONE && list.count > 0) found = list.steps[forward ? 0 : list.count - 1];
  wb_step_list_release(&list);
  if (found == WB_PLAYBACK_NONE) {
    wb_model_say(model, WB_TONE_PLAIN, "Nobody touches it in this group.");
  } else {
    const struct wb_trace_spot kept = view->pointer;
    wb_trace_view_go(model, wb_playback_step(view->playback, found).group, found);
    if (kept.target == WB_TARGET_CELL) wb_trace_view_point(model, &kept);
  }
}

void wb_do_trace_enter(struct wb_model *model) {
  if (wb_trace_view_is_pointing(model)) {
    go_to_touch(model, true);
  } else {
    wb_do_trace_point(model);
  }
}

void wb_do_trace_previous_touch(struct wb_model *model) {
  if (wb_trace_view_is_pointing(model)) go_to_touch(model, false);
}
