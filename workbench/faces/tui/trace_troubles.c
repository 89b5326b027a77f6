/* What is wrong at a step: what the trace shows by itself, and what the judge
 * found there. */
#include <stdlib.h>
#include <string.h>

#include "tui/model.h"

static const struct wb_case_result *traced_case(const struct wb_model *model) {
  const struct wb_trace_view *view = &model->trace;
  if (view->file != NULL || model->selected >= model->n_items) return NULL;
  const struct wb_result *result = model->items[model->selected].result;
  if (result == NULL || view->case_index >= result->n_cases) return NULL;
  return &result->cases[view->case_index];
}

static void find_findings(struct wb_trace_view *view, const struct wb_case_result *one) {
  view->findings = wb_alloc((one->n_findings + 1) * sizeof *view->findings);
  for (size_t i = 0; i < one->n_findings; i++) {
    if (!wb_finding_is_of_launch(&one->findings[i], view->launch)) continue;
    const size_t step = wb_playback_find(view->playback, &one->findings[i]);
    if (step == WB_PLAYBACK_NONE) continue;
    view->findings[view->n_findings++] =
        (struct wb_trace_finding){.step = step, .finding = &one->findings[i]};
  }
}

static size_t array_named(const struct wb_playback *playback, const char *name) {
  for (size_t i = 0; i < wb_playback_arrays(playback); i++) {
    if (strcmp(wb_playback_array(playback, i)->name, name) == 0) return i;
  }
  return WB_PLAYBACK_NONE;
}

static void find_mismatch(struct wb_trace_view *view, const struct wb_case_result *one) {
  const struct wb_playback *playback = view->playback;
  const struct wb_mismatch *first = &one->first_mismatch;
  const size_t groups = wb_playback_groups(playback), steps = wb_playback_steps(playback);
  /* Of several launches the outputs are those of the last, and names of parameters no arrays'. */
  if (!first->present || first->array == NULL || steps == 0 || view->launch > 0 ||
      view->kernel_file != NULL)
    return;
  const size_t array = array_named(playback, first->array);
  if (array == WB_PLAYBACK_NONE || first->index >= wb_playback_array(playback, array)->elements)
    return;
  const struct wb_cell_view cell =
      wb_playback_cell(playback, groups - 1, steps - 1, array, first->index);
  const bool written = cell.last_write != WB_PLAYBACK_NONE;
  view->mismatch_step = written ? cell.last_write : wb_trace_view_last_step(view, groups - 1);
  const char *unset = wb_unset_words(written ? first->got : WB_NEVER_WRITTEN);
  view->mismatch = wb_format(
      "%s%s %s%s, expected %s", first->array, first->position != NULL ? first->position : "",
      unset != NULL ? unset : "ends as ", unset == NULL && first->got != NULL ? first->got : "",
      first->expected != NULL ? first->expected : "?");
}

void wb_trace_view_apply_findings(struct wb_model *model) {
  const struct wb_case_result *one = traced_case(model);
  if (one == NULL) return;
  wb_playback_apply_findings(model->trace.playback, one->findings, one->n_findings,
                             one->findings_dropped == 0, model->trace.launch);
}

void wb_trace_view_find_troubles(struct wb_model *model) {
  const struct wb_case_result *one = traced_case(model);
  if (one == NULL) return;
  wb_trace_view_apply_findings(model);
  find_findings(&model->trace, one);
  find_mismatch(&model->trace, one);
}

static const struct wb_finding *finding_at(const struct wb_trace_view *view, size_t step) {
  for (size_t i = 0; i < view->n_findings; i++) {
    if (view->findings[i].step == step) return view->findings[i].finding;
  }
  return NULL;
}

/* A read (or update) of what nobody has written by then. */
static bool reads_nothing(const struct wb_playback *playback, size_t index) {
  const struct wb_step step = wb_playback_step(playback, index);
  if (step.kind != WB_TRACE_ACCESS || !wb_trace_view_is_access(&step) || step.element < 0)
    return false;
  if (step.place->access == WB_ACCESS_WRITE) return false;
  if (!wb_playback_array(playback, step.array)->undefined || index == 0) return false;
  const struct wb_cell_view cell =
      wb_playback_cell(playback, step.group, index - 1, step.array, (uint64_t)step.element);
  return cell.last_write == WB_PLAYBACK_NONE;
}

enum wb_trace_worry wb_trace_view_trouble(const struct wb_trace_view *view, size_t step,
                                          struct wb_str *out) {
  if (wb_playback_trouble(view->playback, step, out)) return WB_TRACE_WRONG;
  const struct wb_finding *finding = finding_at(view, step);
  if (finding != NULL) {
    if (out != NULL)
      wb_str_addf(out, "%s: %s", wb_finding_kind_name(finding->kind), finding->message);
    return finding->severity == WB_SEVERITY_ERROR ? WB_TRACE_WRONG : WB_TRACE_ODD;
  }
  if (step == view->mismatch_step) {
    if (out != NULL) wb_str_add(out, view->mismatch);
    return WB_TRACE_WRONG;
  }
  if (!reads_nothing(view->playback, step)) return WB_TRACE_FINE;
  if (out != NULL) wb_str_add(out, "nobody has written it yet: its value is chance");
  return WB_TRACE_ODD;
}

static bool is_beyond(size_t step, size_t from, bool forward) {
  if (from == WB_PLAYBACK_START) return forward;
  return forward ? step > from : step < from;
}

size_t wb_trace_view_next_trouble(const struct wb_trace_view *view, size_t group, size_t from,
                                  bool forward) {
  const struct wb_playback *playback = view->playback;
  size_t best = wb_playback_next(playback, group, from, WB_STRIDE_TROUBLE, forward);
  for (size_t i = 0; i <= view->n_findings; i++) {
    const size_t step = i < view->n_findings ? view->findings[i].step : view->mismatch_step;
    if (step == WB_PLAYBACK_NONE || wb_playback_step(playback, step).group != group) continue;
    if (!is_beyond(step, from, forward)) continue;
    if (best == WB_PLAYBACK_NONE || (forward ? step < best : step > best)) best = step;
  }
  return best;
}
