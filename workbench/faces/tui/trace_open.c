/* Where the trace pane's launch comes from: the last run, a run of its own, or
 * a file. */
#include <stdlib.h>
#include <string.h>

#include "text/columns.h"
#include "tui/model.h"
#include "tui/timeline.h"

void wb_trace_view_init(struct wb_trace_view *view) {
  *view = (struct wb_trace_view){
      .step = WB_PLAYBACK_START, .speed = WB_TRACE_SPEED, .mismatch_step = WB_PLAYBACK_NONE};
}

void wb_trace_view_clear(struct wb_trace_view *view) {
  const struct wb_trace_view kept = *view;
  wb_playback_free(view->playback);
  free(view->problem);
  free(view->file);
  free(view->source);
  free(view->kernel_file);
  free(view->row_length);
  free(view->width);
  free(view->strays);
  free(view->findings);
  free(view->mismatch);
  wb_trace_view_init(view);
  view->speed = kept.speed;
  view->asked = kept.asked;
  view->asked_case = kept.asked_case;
  view->asked_launch = kept.asked_launch;
  view->recording = kept.recording;
  view->wanted_line = kept.wanted_line;
}

/* ---- what is counted once ---- */

static void see_stray(struct wb_trace_view *view, const struct wb_step *step) {
  if (!wb_trace_view_is_stray(view->playback, step)) return;
  view->strays[step->array] |= step->element < 0 ? WB_STRAYS_BEFORE : WB_STRAYS_AFTER;
}

static void find_strays(struct wb_trace_view *view) {
  const size_t count = wb_playback_steps(view->playback);
  view->strays = wb_alloc(wb_playback_arrays(view->playback) + 1);
  for (size_t i = 0; i < count; i++) {
    const struct wb_step step = wb_playback_step(view->playback, i);
    see_stray(view, &step);
  }
}

enum { MEASURED_STEPS = 20000, WIDTH_MIN = 2 };

/* From the first accesses; longer values that come later are cut. */
static void measure_values(struct wb_trace_view *view) {
  const size_t n_arrays = wb_playback_arrays(view->playback);
  size_t count = wb_playback_steps(view->playback);
  struct wb_str text;
  wb_str_init(&text);
  view->width = wb_alloc((n_arrays + 1) * sizeof *view->width);
  for (size_t i = 0; i < n_arrays; i++) view->width[i] = WIDTH_MIN;
  if (count > MEASURED_STEPS) count = MEASURED_STEPS;
  for (size_t i = 0; i < count; i++) {
    const struct wb_step step = wb_playback_step(view->playback, i);
    if (step.kind != WB_TRACE_ACCESS || step.array >= n_arrays || step.element < 0) continue;
    wb_str_clear(&text);
    wb_playback_cell_text(view->playback, step.group, i, step.array, (uint64_t)step.element, &text);
    const size_t columns = wb_text_width(text.data);
    if (columns > view->width[step.array]) view->width[step.array] = (uint16_t)columns;
  }
  wb_str_release(&text);
}

static void find_shapes(struct wb_model *model) {
  struct wb_trace_view *view = &model->trace;
  const size_t count = wb_playback_arrays(view->playback);
  view->row_length = wb_alloc((count + 1) * sizeof *view->row_length);
  for (size_t i = 0; i < count; i++) view->row_length[i] = wb_trace_view_row_length(model, i);
}

enum { MOST_ITEMS = 1 << 16 }; /* of a group; no device has so many */

static const char *what_forbids(const struct wb_playback *playback) {
  const uint64_t *local = wb_playback_launch(playback)->local;
  bool fits = true;
  for (int i = 0; i < 3; i++) fits = fits && local[i] >= 1 && local[i] <= MOST_ITEMS;
  if (!fits || local[0] * local[1] > MOST_ITEMS || local[0] * local[1] * local[2] > MOST_ITEMS)
    return "This trace is damaged: no work-group is of that size.";
  if (wb_playback_groups(playback) == 0) return "No work-item began: there is nothing to show.";
  return NULL;
}

static void open_bytes(struct wb_model *model, const void *bytes, size_t length) {
  struct wb_trace_view *view = &model->trace;
  struct wb_error err = {0};
  wb_model_pane_stale(model, WB_PANE_TRACE);
  if (wb_playback_open(&view->playback, bytes, length, &err) != WB_OK) {
    view->playback = NULL;
    view->problem = wb_strdup(err.message);
    return;
  }
  const char *problem = what_forbids(view->playback);
  if (problem != NULL) {
    wb_playback_free(view->playback);
    view->playback = NULL;
    view->problem = wb_strdup(problem);
    return;
  }
  if (view->kernel_file != NULL) wb_playback_name_file(view->playback, view->kernel_file);
  wb_trace_view_apply_findings(model);
  if (!wb_trace_view_is_of(view->source, view->playback)) {
    free(view->source);
    view->source = NULL;
  }
  find_strays(view);
  measure_values(view);
  find_shapes(model);
  wb_trace_view_find_troubles(model);
  wb_trace_view_go_to_start(model);
}

/* Those that show what was recorded, or why nothing was. */
static void panes_stale(struct wb_model *model) {
  wb_model_pane_stale(model, WB_PANE_TRACE);
  wb_model_pane_stale(model, WB_PANE_TIMELINE);
  wb_model_pane_stale(model, WB_PANE_GRAPH);
}

/* ---- the selected puzzle's result ---- */

static const struct wb_item *selected(const struct wb_model *model) {
  return model->selected < model->n_items ? &model->items[model->selected] : NULL;
}

bool wb_trace_view_shows(const struct wb_model *model) {
  const enum wb_pane pane = model->lower;
  return (pane == WB_PANE_TRACE || pane >= WB_PANE_TIMELINE) &&
         (model->focus == pane || model->layout.pane[pane].shown);
}

/* Of a host program the file of its kernel came with the trace. */
static void take_source(struct wb_model *model, const struct wb_item *item) {
  struct wb_trace_view *view = &model->trace;
  const struct wb_result *result = item->result;
  if (result->traced_file != NULL) view->kernel_file = wb_strdup(result->traced_file);
  if (result->traced_text != NULL)
    view->source = wb_strdup(result->traced_text);
  else if (!item->result_is_old)
    view->source = wb_strdup(model->kernel);
}

void wb_trace_view_follow(struct wb_model *model) {
  struct wb_trace_view *view = &model->trace;
  const struct wb_item *item = selected(model);
  const struct wb_result *result = item != NULL ? item->result : NULL;
  const void *bytes = result != NULL ? result->trace : NULL;
  if (view->file != NULL) return;
  if (view->opened_from != bytes) {
    wb_trace_view_clear(view);
    view->opened_from = bytes;
    view->case_index = result != NULL ? result->trace_case : 0;
    view->launch = result != NULL ? result->trace_launch : 0;
    if (bytes != NULL) take_source(model, item);
    if (bytes != NULL) open_bytes(model, bytes, result->trace_length);
    panes_stale(model);
  }
  const bool old = item != NULL && item->result_is_old;
  if (view->old != old) panes_stale(model);
  view->old = old;
}

/* Nothing runs of what does not compile, or was not judged at all. */
static bool has_run(const struct wb_result *result) {
  return result->n_cases > 0 && result->verdict != WB_VERDICT_COMPILE_ERROR &&
         result->verdict != WB_VERDICT_JUDGE_ERROR;
}

void wb_trace_view_request(struct wb_model *model) {
  struct wb_trace_view *view = &model->trace;
  const struct wb_item *item = selected(model);
  if (!wb_trace_view_shows(model) || item == NULL || item->result == NULL || view->file != NULL)
    return;
  const struct wb_result *result = item->result;
  const bool has_answer =
      result->trace != NULL || result->trace_note != NULL || result->has_timeline;
  if (has_answer || item->result_is_old || model->run.active || !has_run(result)) return;
  if (view->asked == result) return;
  view->asked = result;
  view->asked_case = 0;
  view->asked_launch = 0;
  wb_model_effect(model, WB_EFFECT_TRACE);
}

void wb_model_trace_started(struct wb_model *model) {
  model->trace.recording = true;
  panes_stale(model);
}

/* The result keeps what was recorded of it. What it had before is still read
 * from until the pane follows. */
static void keep_trace(struct wb_result *result, struct wb_result *recorded) {
  unsigned char *before = result->trace;
  result->trace = recorded->trace;
  result->trace_length = recorded->trace_length;
  result->trace_launch = recorded->trace_launch;
  recorded->trace = before;
  free(result->traced_file);
  free(result->traced_text);
  result->traced_file = recorded->traced_file;
  result->traced_text = recorded->traced_text;
  recorded->traced_file = recorded->traced_text = NULL;
}

static void keep_timeline(struct wb_result *result, struct wb_result *recorded) {
  if (result->has_timeline) wb_timeline_release(&result->timeline);
  result->has_timeline = true;
  result->timeline = recorded->timeline;
  recorded->timeline = (struct wb_timeline){.n_lanes = 0};
  recorded->has_timeline = false;
}

static void keep_graphs(struct wb_result *result, struct wb_result *recorded) {
  free(result->graphs);
  result->graphs = recorded->graphs;
  recorded->graphs = NULL;
}

static void keep_recording(struct wb_result *result, struct wb_result *recorded,
                           size_t asked_case) {
  if (recorded->trace != NULL || recorded->has_timeline)
    result->trace_case = asked_case > 0 ? asked_case - 1 : recorded->trace_case;
  if (recorded->has_timeline) {
    keep_graphs(result, recorded); /* of the same run */
    keep_timeline(result, recorded);
  }
  if (recorded->trace != NULL) {
    keep_trace(result, recorded);
  } else if (result->trace == NULL && result->trace_note == NULL) {
    result->trace_note = recorded->trace_note;
    recorded->trace_note = NULL;
  }
}

void wb_model_trace_recorded(struct wb_model *model, struct wb_result *recorded) {
  struct wb_trace_view *view = &model->trace;
  const size_t asked_case = view->asked_case;
  const uint32_t asked_launch = view->asked_launch;
  view->recording = false;
  view->asked_case = 0;
  view->asked_launch = 0;
  panes_stale(model);
  for (size_t i = 0; i < model->n_items; i++) {
    struct wb_result *result = model->items[i].result;
    if (result == NULL || result != view->asked) continue;
    keep_recording(result, recorded, asked_case);
  }
  if (asked_case > 0) wb_model_say(model, WB_TONE_PLAIN, "%s", "");
  if (recorded->trace == NULL || asked_launch == 0) wb_timeline_view_restart(model);
  wb_trace_view_follow(model);
  if (view->wanted_line != 0) wb_trace_view_show_line(model, view->wanted_line);
}

void wb_model_trace_failed(struct wb_model *model, const char *why) {
  struct wb_trace_view *view = &model->trace;
  view->recording = false;
  free(view->problem);
  view->problem = wb_strdup(why);
  view->asked_case = 0;
  view->asked_launch = 0;
  if (view->playback != NULL) wb_model_say(model, WB_TONE_BAD, "%s", why); /* beside what shows */
  panes_stale(model);
}

void wb_model_trace_loaded(struct wb_model *model, const char *file, const void *bytes,
                           size_t length) {
  struct wb_trace_view *view = &model->trace;
  wb_trace_view_clear(view);
  view->file = wb_strdup(file);
  view->source = wb_strdup(model->kernel);
  open_bytes(model, bytes, length);
  wb_model_focus(model, WB_PANE_TRACE);
}
