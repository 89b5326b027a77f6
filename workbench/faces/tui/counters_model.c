#include "tui/counters_model.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/comparison.h"
#include "report/counter_words.h"
#include "tui/actions.h"

void wb_counters_model_release(struct wb_counters_model *counting) {
  free(counting->ours);
  free(counting->trouble);
  counting->ours = NULL;
  counting->trouble = NULL;
  counting->n_ours = 0;
}

static const struct wb_item *item_of(const struct wb_model *model) {
  return model->selected < model->n_items ? &model->items[model->selected] : NULL;
}

static const struct wb_result *result_of(const struct wb_model *model) {
  const struct wb_item *item = item_of(model);
  return item != NULL ? item->result : NULL;
}

bool wb_counters_model_shows(const struct wb_model *model) {
  return model->counters.shown && !model->counters.aside && result_of(model) != NULL;
}

bool wb_model_shows_findings(const struct wb_model *model) {
  return model->layout.pane[WB_PANE_RESULT].shown && !wb_counters_model_shows(model);
}

static bool has_failed(const struct wb_result *result) {
  return result != NULL && result->verdict != WB_VERDICT_ACCEPTED &&
         result->verdict != WB_VERDICT_OVER_BUDGET;
}

/* Figures of a puzzle that was left are of no use. */
static void be_of_selected(struct wb_model *model) {
  struct wb_counters_model *counting = &model->counters;
  if (counting->item == model->selected) return;
  const struct wb_counters_model fresh = {.shown = counting->shown,
                                          .aside = has_failed(result_of(model)),
                                          .item = model->selected,
                                          .at_case = SIZE_MAX,
                                          .choice = SIZE_MAX};
  wb_counters_model_release(counting);
  *counting = fresh;
  wb_model_pane_stale(model, WB_PANE_RESULT);
}

/* ---- which case, which counter ------------------------------------------------------ */

size_t wb_counters_model_case(const struct wb_model *model) {
  const struct wb_result *result = result_of(model);
  if (result == NULL) return SIZE_MAX;
  const size_t chosen =
      model->counters.item == model->selected ? model->counters.at_case : SIZE_MAX;
  return chosen < result->n_cases && wb_case_was_counted(&result->cases[chosen])
             ? chosen
             : wb_counted_case(result);
}

const struct wb_counters *wb_counters_model_ours(const struct wb_model *model, size_t at_case) {
  const struct wb_counters_model *counting = &model->counters;
  const bool known = counting->item == model->selected && at_case < counting->n_ours;
  return known ? &counting->ours[at_case] : NULL;
}

bool wb_counters_model_is_notable(const struct wb_model *model, size_t words) {
  const size_t at = wb_counters_model_case(model);
  size_t count;
  const struct wb_counter_words *all = wb_counter_words(&count);
  if (at == SIZE_MAX || words >= count) return false;
  const struct wb_case_result *one = &result_of(model)->cases[at];
  return wb_counter_is_notable(&all[words], &one->counters, wb_counters_model_ours(model, at),
                               one->budgeted);
}

size_t wb_counters_model_choice(const struct wb_model *model) {
  size_t count, first = SIZE_MAX;
  wb_counter_words(&count);
  for (size_t i = 0; i < count; i++) {
    if (!wb_counters_model_is_notable(model, i)) continue;
    if (i == model->counters.choice) return i;
    if (first == SIZE_MAX) first = i;
  }
  return first;
}

void wb_counters_model_move(struct wb_model *model, int counters) {
  size_t count;
  const int step = counters < 0 ? -1 : 1;
  wb_counter_words(&count);
  size_t at = wb_counters_model_choice(model);
  for (size_t i = at; i < count && counters != 0; i += (size_t)step) {
    if (i == at || !wb_counters_model_is_notable(model, i)) continue;
    at = i;
    counters -= step;
  }
  model->counters.choice = at;
  wb_model_pane_stale(model, WB_PANE_RESULT);
}

void wb_counters_model_choose(struct wb_model *model, int words) {
  if (words < 0 || !wb_counters_model_is_notable(model, (size_t)words)) return;
  model->counters.choice = (size_t)words;
  wb_model_pane_stale(model, WB_PANE_RESULT);
}

static void other_case(struct wb_model *model, int step) {
  const struct wb_result *result = result_of(model);
  size_t at = wb_counters_model_case(model);
  if (!wb_counters_model_shows(model) || at == SIZE_MAX) {
    wb_model_say(model, WB_TONE_PLAIN, "c shows the counters of each case.");
    return;
  }
  be_of_selected(model);
  do {
    at = (at + result->n_cases + (size_t)step) % result->n_cases;
  } while (!wb_case_was_counted(&result->cases[at]));
  model->counters.at_case = at;
  wb_model_pane_stale(model, WB_PANE_RESULT);
}

void wb_do_next_case(struct wb_model *model) { other_case(model, 1); }
void wb_do_previous_case(struct wb_model *model) { other_case(model, -1); }

void wb_do_counters(struct wb_model *model) {
  const bool hide = wb_counters_model_shows(model) && model->focus == WB_PANE_RESULT;
  model->counters.shown = !hide;
  model->counters.aside = false;
  model->panes[WB_PANE_RESULT].top = model->panes[WB_PANE_RESULT].cursor = 0;
  wb_model_pane_stale(model, WB_PANE_RESULT);
  wb_model_focus(model, WB_PANE_RESULT);
  if (hide) return;
  be_of_selected(model);
  if (result_of(model) == NULL)
    wb_model_say(model, WB_TONE_PLAIN, "Counters come with a run: r runs your code.");
  else
    wb_model_effect(model, WB_EFFECT_HISTORY);
}

void wb_counters_model_follow(struct wb_model *model) {
  struct wb_pane_state *pane = &model->panes[WB_PANE_RESULT];
  const int lines = model->layout.pane[WB_PANE_RESULT].lines - 1;
  const int choice = (int)wb_counters_model_choice(model);
  int first = -1, last = -1;
  for (int i = 0; (size_t)i < pane->rows.count; i++) {
    const int item = pane->rows.items[i].item;
    if (item == choice && first < 0) first = i;
    if (first >= 0 && item >= 0 && item != choice) break;
    last = i;
  }
  if (first < 0) return;
  pane->cursor = first;
  if (last >= pane->top + lines) pane->top = last - lines + 1;
  if (first < pane->top) pane->top = first;
  if (first <= 3 && last < lines) pane->top = 0; /* with the heading above the first one */
}

/* ---- measuring ----------------------------------------------------------------------- */

void wb_counters_model_new_result(struct wb_model *model) {
  be_of_selected(model);
  model->counters.aside = has_failed(result_of(model));
  wb_model_pane_stale(model, WB_PANE_RESULT);
  model->counters.own_state = WB_FIGURES_UNKNOWN;
  model->counters.at_case = SIZE_MAX;
  wb_model_pane_stale(model, WB_PANE_RESULT);
  if (wb_counters_model_shows(model)) wb_model_effect(model, WB_EFFECT_HISTORY);
}

/* The model of a GPU says nothing yet of a kernel that was counted. */
static bool lacks_model(const struct wb_model *model) {
  const struct wb_item *item = item_of(model);
  const struct wb_result *result = result_of(model);
  if (result == NULL || item->result_is_old || result->source == NULL) return false;
  for (size_t i = 0; i < result->n_cases; i++)
    if (wb_case_was_counted(&result->cases[i])) return result->cases[i].counters.subgroup == 0;
  return false;
}

enum wb_measure wb_counters_model_wants(struct wb_model *model) {
  struct wb_counters_model *counting = &model->counters;
  if (!wb_counters_model_shows(model)) return WB_MEASURE_NOTHING;
  be_of_selected(model);
  if (wb_counters_model_case(model) == SIZE_MAX) return WB_MEASURE_NOTHING;
  if (counting->own_state == WB_FIGURES_UNKNOWN && lacks_model(model)) return WB_MEASURE_OWN;
  if (counting->ours_state == WB_FIGURES_UNKNOWN) return WB_MEASURE_ASK;
  if (counting->ours_state == WB_FIGURES_WANTED) return WB_MEASURE_OURS;
  return WB_MEASURE_NOTHING;
}

void wb_counters_model_asked(struct wb_model *model) {
  model->counters.ours_state = WB_FIGURES_ASKED;
  wb_model_pane_stale(model, WB_PANE_RESULT);
}

void wb_counters_model_measuring(struct wb_model *model, bool own) {
  if (own)
    model->counters.own_state = WB_FIGURES_MEASURED;
  else
    model->counters.ours_state = WB_FIGURES_MEASURED;
  wb_model_pane_stale(model, WB_PANE_RESULT);
}

void wb_counters_model_stopped(struct wb_model *model) {
  struct wb_counters_model *counting = &model->counters;
  if (counting->own_state == WB_FIGURES_MEASURED) counting->own_state = WB_FIGURES_UNKNOWN;
  if (counting->ours_state == WB_FIGURES_MEASURED) counting->ours_state = WB_FIGURES_WANTED;
}

bool wb_counters_model_is_pending(const struct wb_model *model) {
  const struct wb_counters_model *counting = &model->counters;
  return counting->own_state == WB_FIGURES_MEASURED || counting->ours_state == WB_FIGURES_ASKED ||
         counting->ours_state == WB_FIGURES_MEASURED;
}

static bool is_same_source(const struct wb_result *a, const struct wb_result *b) {
  return a->source != NULL && b->source != NULL && a->source_length == b->source_length &&
         memcmp(a->source, b->source, a->source_length) == 0;
}

static void take_counters(struct wb_case_result *to, const struct wb_case_result *from) {
  to->counters = from->counters;
  free(to->lines);
  to->n_lines = from->n_lines;
  to->lines = wb_alloc((from->n_lines + 1) * sizeof *to->lines);
  if (from->n_lines > 0) memcpy(to->lines, from->lines, from->n_lines * sizeof *to->lines);
}

bool wb_counters_model_own(struct wb_model *model, const struct wb_result *measured) {
  struct wb_item *item = wb_model_item(model);
  const bool fits = item != NULL && item->result != NULL &&
                    is_same_source(item->result, measured) &&
                    item->result->n_cases == measured->n_cases;
  for (size_t i = 0; fits && i < measured->n_cases; i++)
    if (wb_case_was_counted(&measured->cases[i]))
      take_counters(&item->result->cases[i], &measured->cases[i]);
  model->counters.own_state = WB_FIGURES_KNOWN;
  wb_model_pane_stale(model, WB_PANE_RESULT);
  return fits;
}

void wb_counters_model_own_failed(struct wb_model *model) {
  model->counters.own_state = WB_FIGURES_KNOWN; /* as far as they can be */
  wb_model_pane_stale(model, WB_PANE_RESULT);
}

void wb_counters_model_ours_are(struct wb_model *model, size_t item, struct wb_counters *cases,
                                size_t n_cases) {
  struct wb_counters_model *counting = &model->counters;
  if (item != counting->item) {
    free(cases);
    return;
  }
  wb_counters_model_release(counting);
  counting->ours = cases;
  counting->n_ours = n_cases;
  counting->ours_state = cases != NULL ? WB_FIGURES_KNOWN : WB_FIGURES_WANTED;
  wb_model_pane_stale(model, WB_PANE_RESULT);
}

void wb_counters_model_ours_failed(struct wb_model *model, const char *why) {
  wb_counters_model_release(&model->counters);
  model->counters.ours_state = WB_FIGURES_KNOWN;
  model->counters.trouble = wb_strdup(why);
  wb_model_pane_stale(model, WB_PANE_RESULT);
}
