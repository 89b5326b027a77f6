#include "tui/history.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/counter_words.h"
#include "report/summary.h"
#include "tui/actions.h"

void wb_history_release(struct wb_history *history) {
  wb_attempts_release(&history->attempts);
  free(history->trouble);
  *history = (struct wb_history){0};
}

static bool is_shown(const struct wb_model *model) {
  const enum wb_mode mode = model->mode == WB_MODE_CONFIRM ? model->asked_in : model->mode;
  return mode == WB_MODE_HISTORY || model->counters.shown;
}

/* A version that is added while the list shows does not move the cursor. */
static void stay_on(struct wb_model *model, uint64_t number) {
  for (int i = 0; wb_history_choice(model, i) != NULL; i++)
    if (wb_history_choice(model, i)->number == number) model->overlay.cursor = i;
}

void wb_history_loaded(struct wb_model *model, size_t item, struct wb_attempts *attempts,
                       const char *trouble) {
  struct wb_history *history = &model->history;
  if (item != model->selected) return; /* it was for a puzzle that is left */
  const struct wb_attempt *chosen = wb_history_choice(model, model->overlay.cursor);
  const uint64_t number = chosen != NULL ? chosen->number : 0;
  wb_history_release(history);
  history->item = item;
  history->known = true;
  history->attempts = *attempts;
  history->trouble = wb_strdup(trouble);
  *attempts = (struct wb_attempts){0};
  if (model->mode == WB_MODE_HISTORY && number > 0) stay_on(model, number);
  model->overlay.stale = true;
  wb_model_pane_stale(model, WB_PANE_RESULT);
}

void wb_history_changed(struct wb_model *model, size_t item) {
  if (item == model->selected && is_shown(model)) wb_model_effect(model, WB_EFFECT_HISTORY);
}

/* ---- the overlay ------------------------------------------------------------------- */

size_t wb_history_count(const struct wb_model *model) { return model->history.attempts.count; }

const struct wb_attempt *wb_history_choice(const struct wb_model *model, int choice) {
  const struct wb_attempts *attempts = &model->history.attempts;
  if (choice < 0 || (size_t)choice >= attempts->count) return NULL;
  return &attempts->items[attempts->count - 1 - (size_t)choice];
}

void wb_history_title(const struct wb_model *model, struct wb_str *out) {
  const struct wb_item *item = &model->items[model->selected];
  wb_str_addf(out, "History of %s: Enter compares, b brings back, Esc closes", wb_item_title(item));
}

/* ---- words ------------------------------------------------------------------------- */

void wb_history_when(int64_t at, char text[WB_WHEN_BYTES]) {
  const time_t seconds = (time_t)at;
  struct tm local;
  text[0] = '\0';
  if (localtime_r(&seconds, &local) != NULL) strftime(text, WB_WHEN_BYTES, "%m-%d %H:%M", &local);
}

static void add_lines(struct wb_str *out, const struct wb_attempt *attempt) {
  if (attempt->added + attempt->removed == 0)
    wb_str_add(out, "the same text");
  else
    wb_str_addf(out, "%zu line%s more, %zu less", attempt->added, attempt->added == 1 ? "" : "s",
                attempt->removed);
}

/* The case whose counters say most of both: the last that both have. */
static bool last_common_case(const struct wb_attempt *a, const struct wb_attempt *b, size_t *at) {
  const size_t common = a->n_cases < b->n_cases ? a->n_cases : b->n_cases;
  *at = common > 0 ? common - 1 : 0;
  return common > 0;
}

enum { MOST_COUNTERS = 4 };

static bool differs(const struct wb_counter_words *words, struct wb_counters *old,
                    struct wb_counters *new) {
  const unsigned at = wb_counter_index(words->counter);
  const bool known = !wb_counter_is_modelled(at) || (old->subgroup > 0 && new->subgroup > 0);
  return known && !words->only_budgeted && *wb_counter_at(old, at) != *wb_counter_at(new, at);
}

static void add_counters(struct wb_str *out, const struct wb_attempt *before,
                         const struct wb_attempt *attempt) {
  size_t at = 0, said = 0, count;
  const struct wb_counter_words *words = wb_counter_words(&count);
  if (!last_common_case(before, attempt, &at)) return;
  struct wb_counters old = before->cases[at], new = attempt->cases[at];
  for (size_t i = 0; i < count && said < MOST_COUNTERS; i++) {
    if (!differs(&words[i], &old, &new)) continue;
    wb_str_addf(out, "%s%s ", said++ == 0 ? "; " : ", ", words[i].label);
    wb_write_grouped(out, wb_counter_value(&old, words[i].counter, NULL));
    wb_str_add(out, " -> ");
    wb_write_grouped(out, wb_counter_value(&new, words[i].counter, NULL));
  }
  if (said > 0) wb_str_addf(out, " (case %zu)", at + 1);
}

void wb_history_changes(const struct wb_attempt *before, const struct wb_attempt *attempt,
                        struct wb_str *out) {
  if (before == NULL) {
    wb_str_add(out, "the first version");
    return;
  }
  add_lines(out, attempt);
  if (before->verdict != attempt->verdict)
    wb_str_addf(out, "; was %s", wb_verdict_words(before->verdict));
  add_counters(out, before, attempt);
}
