/* Which case is traced, and from a finding to its step. */
#include <stdlib.h>

#include "tui/actions.h"
#include "tui/timeline.h"

static const struct wb_result *result_of(const struct wb_model *model) {
  return model->selected < model->n_items ? model->items[model->selected].result : NULL;
}

/* ---- another case ---- */

/* `launch`: from 1; 0: the one that tells most. */
static void ask_for_case(struct wb_model *model, size_t index, uint32_t launch) {
  struct wb_trace_view *view = &model->trace;
  view->asked = result_of(model);
  view->asked_case = index + 1;
  view->asked_launch = launch;
  if (launch > 0)
    wb_model_say(model, WB_TONE_PLAIN, "Recording case %zu, launch %u.", index + 1, launch);
  else
    wb_model_say(model, WB_TONE_PLAIN, "Recording case %zu.", index + 1);
  wb_model_effect_with(model, WB_EFFECT_TRACE, (int)(index + 1), NULL);
}

void wb_line_trace_case(struct wb_model *model, const char *argument) {
  const struct wb_result *result = result_of(model);
  const unsigned long number = strtoul(argument, NULL, 10);
  if (result == NULL || result->n_cases == 0) {
    wb_model_say(model, WB_TONE_PLAIN, "Nothing has been run yet: r runs your code.");
  } else if (number < 1 || number > result->n_cases) {
    wb_model_say(model, WB_TONE_BAD, ":case needs a number from 1 to %zu", result->n_cases);
  } else if (!result->cases[number - 1].visible) {
    wb_model_say(model, WB_TONE_BAD, "Case %lu is hidden: what happens in it is not shown.",
                 number);
  } else if (model->items[model->selected].result_is_old || model->run.active) {
    wb_model_say(model, WB_TONE_PLAIN, "The kernel has changed since; r runs it again.");
  } else {
    wb_model_focus(model, WB_PANE_TRACE);
    ask_for_case(model, number - 1, 0);
  }
}

/* ---- another launch of the case ---- */

void wb_line_trace_launch(struct wb_model *model, const char *argument) {
  const struct wb_result *result = result_of(model);
  const unsigned long number = strtoul(argument, NULL, 10);
  const size_t index = model->trace.case_index;
  const uint32_t launches =
      result != NULL && index < result->n_cases ? result->cases[index].launches : 0;
  if (model->trace.playback == NULL || model->trace.file != NULL || result == NULL) {
    wb_model_say(model, WB_TONE_PLAIN, "No case is traced: t on a finding, or :case, traces one.");
  } else if (launches == 0) {
    wb_model_say(model, WB_TONE_PLAIN, "Case %zu has one launch.", index + 1);
  } else if (number < 1 || number > launches) {
    wb_model_say(model, WB_TONE_BAD, ":launch needs a number from 1 to %u", launches);
  } else if (model->items[model->selected].result_is_old || model->run.active) {
    wb_model_say(model, WB_TONE_PLAIN, "The kernel has changed since; r runs it again.");
  } else {
    wb_model_focus(model, WB_PANE_TRACE);
    ask_for_case(model, index, (uint32_t)number);
  }
}

void wb_trace_view_show_launch(struct wb_model *model, uint32_t launch) {
  const struct wb_result *result = result_of(model);
  const uint32_t recorded = result->trace_launch > 0 ? result->trace_launch : 1;
  if (result->trace != NULL && recorded == launch) {
    wb_model_focus(model, WB_PANE_TRACE);
  } else if (model->items[model->selected].result_is_old || model->run.active) {
    wb_model_say(model, WB_TONE_PLAIN, "The program has changed since; r runs it again.");
  } else {
    wb_model_focus(model, WB_PANE_TRACE);
    ask_for_case(model, result->trace_case, launch);
  }
}

/* ---- from the result ---- */

/* In the learner's file: of a kernel that a host program launched, the line that did. */
static uint32_t line_of(const struct wb_finding *finding) {
  return finding->host_line > 0 ? finding->host_line : finding->line;
}

static const struct wb_finding *finding_at(const struct wb_case_result *one, uint32_t line) {
  for (size_t i = 0; i < one->n_findings; i++) {
    const struct wb_finding *finding = &one->findings[i];
    if (line_of(finding) == line || (finding->other.present && finding->other.line == line))
      return finding;
  }
  return NULL;
}

/* The traced case where it has the finding, else the first visible one. */
static size_t case_with(const struct wb_model *model, uint32_t line) {
  const struct wb_result *result = result_of(model);
  const size_t traced = model->trace.case_index;
  if (traced < result->n_cases && finding_at(&result->cases[traced], line) != NULL) return traced;
  for (size_t i = 0; i < result->n_cases; i++) {
    if (result->cases[i].visible && finding_at(&result->cases[i], line) != NULL) return i;
  }
  return result->n_cases;
}

static void go_to_finding(struct wb_model *model, uint32_t line) {
  struct wb_trace_view *view = &model->trace;
  const struct wb_finding *finding = finding_at(&result_of(model)->cases[view->case_index], line);
  const size_t step = wb_playback_find(view->playback, finding);
  if (step != WB_PLAYBACK_NONE) {
    wb_trace_view_go(model, wb_playback_step(view->playback, step).group, step);
  } else {
    wb_model_say(model, WB_TONE_PLAIN, "The trace of case %zu does not reach this finding.",
                 view->case_index + 1);
  }
}

/* Of a mistake of the program itself no work-item's step tells, but what the program did. */
static bool is_of_program_itself(const struct wb_model *model, uint32_t line) {
  if (!wb_model_is_of_program(model) || line == 0 || result_of(model) == NULL) return false;
  const size_t found = case_with(model, line);
  const struct wb_result *result = result_of(model);
  return found < result->n_cases && wb_finding_is_of_host(finding_at(&result->cases[found], line));
}

void wb_trace_view_show_line(struct wb_model *model, uint32_t line) {
  struct wb_trace_view *view = &model->trace;
  view->wanted_line = line;
  wb_trace_view_follow(model);
  if (line == 0 || result_of(model) == NULL || view->file != NULL || view->playback == NULL) return;
  view->wanted_line = 0;
  const size_t found = case_with(model, line);
  if (found == result_of(model)->n_cases) {
    wb_model_say(model, WB_TONE_PLAIN, "No visible case has a finding at line %u.", line);
    return;
  }
  const struct wb_finding *finding = finding_at(&result_of(model)->cases[found], line);
  if (found == view->case_index && wb_finding_is_of_launch(finding, view->launch)) {
    go_to_finding(model, line);
  } else if (!model->items[model->selected].result_is_old && !view->recording) {
    view->wanted_line = line;
    ask_for_case(model, found, finding->launch);
  }
}

void wb_do_show_in_trace(struct wb_model *model) {
  const struct wb_pane_state *pane = &model->panes[WB_PANE_RESULT];
  uint32_t line = model->at_line;
  if (model->selected >= model->n_items) return;
  if (model->focus == WB_PANE_RESULT && pane->cursor >= 0 &&
      (size_t)pane->cursor < pane->rows.count) {
    line = pane->rows.items[pane->cursor].source_line;
  }
  if (is_of_program_itself(model, line)) {
    wb_timeline_view_want_line(model, line);
    return;
  }
  wb_model_focus(model, WB_PANE_TRACE);
  wb_trace_view_show_line(model, line);
}
