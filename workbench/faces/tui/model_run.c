/* What the model makes of a run's events. */
#include <stdlib.h>

#include "tui/counters_model.h"
#include "tui/data.h"
#include "tui/model.h"
#include "tui/timeline.h"
#include "tui/views.h"

static void forget_run(struct wb_model *model) {
  if (model->run.active) model->runs_ended++;
  free(model->run.case_name);
  model->run = (struct wb_run){0};
  wb_model_pane_stale(model, WB_PANE_RESULT);
  wb_model_pane_stale(model, WB_PANE_TRACE);
  wb_model_pane_stale(model, WB_PANE_TIMELINE);
  wb_model_pane_stale(model, WB_PANE_GRAPH);
  wb_model_pane_stale(model, WB_PANE_LIST);
}

/* Where one pane shows at a time, a run brings its result (or trace) to the front. */
static void show_result(struct wb_model *model) {
  if (model->zoomed || model->layout.pane[model->lower].shown) return;
  if (wb_model_chose_editor(model)) return; /* which keeps the keys, and shows what was found */
  wb_model_focus(model, WB_PANE_KERNEL);    /* with the result, where both fit */
  wb_model_prepare(model);
  if (!model->layout.pane[model->lower].shown) wb_model_focus(model, model->lower);
  wb_model_prepare(model);
}

void wb_model_run_started(struct wb_model *model, bool saved, bool counts) {
  forget_run(model);
  model->run.active = true;
  model->run.saved = saved;
  model->run.counts = counts;
  model->run.item = model->selected;
  model->run.started_ms = model->now_ms;
  model->quit_asked_ms = 0;
  wb_model_pane_stale(model, WB_PANE_TRACE);
  wb_data_make_way(model);
  show_result(model);
  wb_model_say(model, WB_TONE_PLAIN, "%s", "");
}

void wb_model_run_event(struct wb_model *model, const struct wb_event *event) {
  struct wb_run *run = &model->run;
  if (event->kind == WB_EVENT_COMPILING) run->stage = WB_STAGE_COMPILING;
  if (event->kind != WB_EVENT_CASE) return;
  run->stage = WB_STAGE_CASES;
  run->case_index = event->index;
  run->case_total = event->total;
  free(run->case_name);
  run->case_name = wb_strdup(event->name);
}

/* The first finding or diagnostic with a line: where to look first. */
static uint32_t first_line(const struct wb_marks *marks) {
  for (size_t i = 0; i < marks->count; i++) {
    if (marks->items[i].kind == WB_MARK_ERROR && marks->items[i].line > 0) {
      return marks->items[i].line;
    }
  }
  return 0;
}

static void say_verdict(struct wb_model *model, const struct wb_item *item, bool counts) {
  const struct wb_result *result = item->result;
  if (result->verdict == WB_VERDICT_ACCEPTED && !counts && model->is_starter) {
    wb_model_say(model, WB_TONE_WARN,
                 "Accepted, but as the course's own file, which does not count as yours: no file "
                 "of yours could be made.");
  } else if (result->verdict == WB_VERDICT_ACCEPTED && !counts) {
    wb_model_say(model, WB_TONE_GOOD,
                 "Runs on %s too. The emulator decides whether it is right: \":device emulator\"",
                 result->device != NULL ? result->device : "this device");
  } else if (result->verdict == WB_VERDICT_ACCEPTED) {
    struct wb_str next;
    wb_str_init(&next);
    wb_next_in_short(model, &next);
    wb_model_say(model, WB_TONE_GOOD, "%s solved: accepted on all %zu cases. %s",
                 wb_item_title(item), result->n_cases, next.data);
    wb_str_release(&next);
  } else {
    struct wb_str why;
    wb_str_init(&why);
    wb_result_in_short(result, &why);
    wb_model_say(model, WB_TONE_BAD, "%s", why.data);
    wb_str_release(&why);
  }
  model->message_is_verdict = true;
}

void wb_model_run_finished(struct wb_model *model, struct wb_result *result) {
  size_t index = model->run.item;
  bool counts = model->run.counts;
  forget_run(model);
  if (index >= model->n_items) return;
  struct wb_item *item = &model->items[index];
  if (item->result != NULL) wb_result_release(item->result);
  free(item->result);
  item->result = result;
  item->result_is_old = item->spec_is_new = false;
  free(item->mistake);
  item->mistake = NULL;
  item->told_mistake = false;
  model->trace.asked = NULL;
  say_verdict(model, item, counts);
  if (index != model->selected) return;
  model->panes[WB_PANE_RESULT].top = model->panes[WB_PANE_RESULT].cursor = 0;
  model->at_line = 0;
  model->shows_why = result->verdict == WB_VERDICT_ACCEPTED && model->explanation != NULL;
  model->at_mark = 0;
  model->editor.at_finding = false;
  wb_trace_view_clear(&model->trace);
  wb_timeline_view_restart(model);
  wb_marks_build(model);
  wb_model_stale(model);
  wb_model_jump(model, first_line(&model->marks));
  wb_counters_model_new_result(model);
  if (result->verdict != WB_VERDICT_ACCEPTED) wb_model_effect(model, WB_EFFECT_MISTAKE);
}

void wb_model_run_cancelled(struct wb_model *model) {
  forget_run(model);
  wb_model_say(model, WB_TONE_WARN, "cancelled; %sr runs again", wb_model_key_prefix(model));
}

void wb_model_run_failed(struct wb_model *model, const char *why) {
  forget_run(model);
  wb_model_say(model, WB_TONE_BAD, "%s", why);
}

/* It is offered, and told when help is asked for. */
void wb_model_mistake_found(struct wb_model *model, size_t index, const char *why) {
  if (index >= model->n_items || model->items[index].result_is_old) return;
  free(model->items[index].mistake);
  model->items[index].mistake = wb_strdup(why);
  model->items[index].told_mistake = false;
  if (index == model->selected) wb_model_pane_stale(model, WB_PANE_RESULT);
}
