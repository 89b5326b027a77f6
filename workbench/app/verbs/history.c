#include "verbs/history.h"

#include <stdlib.h>
#include <time.h>

#include "base/str.h"
#include "fields/json_tools.h"
#include "finding/finding_fields.h"
#include "report/summary.h"

/* ---- for people ------------------------------------------------------------------- */

static void put_when(int64_t at, struct wb_document *text) {
  const time_t seconds = (time_t)at;
  char when[32] = "?";
  struct tm local;
  if (localtime_r(&seconds, &local) != NULL) strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
  wb_put(text, WB_STYLE_DIM, "  %-16s", when);
}

static void put_changes(const struct wb_attempt *attempt, struct wb_document *text) {
  char *added = wb_format("+%zu", attempt->added), *removed = wb_format("-%zu", attempt->removed);
  const bool any = attempt->added + attempt->removed > 0;
  wb_put(text, WB_STYLE_PLAIN, "  %5s %-5s", any ? added : "", any ? removed : "");
  free(added);
  free(removed);
}

static void put_attempt(const struct wb_attempt *attempt, struct wb_document *text) {
  const bool good = attempt->verdict == WB_VERDICT_ACCEPTED;
  wb_put_line(text, WB_STYLE_STRONG, "%5llu", (unsigned long long)attempt->number);
  put_when(attempt->first_at, text);
  wb_put(text, good ? WB_STYLE_GOOD : WB_STYLE_BAD, "  %s %-18s", good ? "✓" : "✗",
         wb_verdict_words(attempt->verdict));
  wb_put(text, WB_STYLE_PLAIN, " %3u %%", wb_score_percent(attempt->score));
  put_changes(attempt, text);
  if (attempt->runs > 1)
    wb_put(text, WB_STYLE_DIM, "  %llu runs", (unsigned long long)attempt->runs);
  if (attempt->note[0] != '\0') wb_put(text, WB_STYLE_DIM, "  %s", attempt->note);
}

void wb_history_write(const char *slug, const struct wb_attempts *attempts,
                      struct wb_document *text) {
  if (attempts->count == 0) {
    wb_put_line(text, WB_STYLE_PLAIN, "%s: nothing was judged yet; `workbench run %s` judges it.",
                slug, slug);
  } else {
    wb_put_line(text, WB_STYLE_DIM, "%5s  %-16s  %-20s %5s  %5s", "#", "when", "verdict", "score",
                "lines");
    for (size_t i = 0; i < attempts->count; i++) put_attempt(&attempts->items[i], text);
    wb_put_line(text, WB_STYLE_DIM, "--show N prints a version, --diff N what changed since,");
    wb_put_line(text, WB_STYLE_DIM, "--restore N brings it back.");
  }
}

/* ---- for programs ----------------------------------------------------------------- */

static json_t *when_json(int64_t at) {
  const time_t seconds = (time_t)at;
  char when[32] = "";
  struct tm utc;
  if (gmtime_r(&seconds, &utc) != NULL) strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return json_string(when);
}

static json_t *attempt_json(const struct wb_attempt *attempt) {
  json_t *object = json_object(), *cases = json_array();
  for (size_t i = 0; i < attempt->n_cases; i++)
    json_array_append_new(cases, wb_fields_to_json(&wb_counters_fields, &attempt->cases[i], NULL));
  json_object_set_new(object, "number", wb_json_count(attempt->number));
  json_object_set_new(object, "first", when_json(attempt->first_at));
  json_object_set_new(object, "last", when_json(attempt->last_at));
  json_object_set_new(object, "runs", wb_json_count(attempt->runs));
  json_object_set_new(object, "verdict", wb_json_text(wb_verdict_name(attempt->verdict)));
  json_object_set_new(object, "score", wb_json_number(attempt->score));
  json_object_set_new(object, "device", wb_json_text(attempt->device));
  json_object_set_new(object, "note", wb_json_text(attempt->note));
  json_object_set_new(object, "elapsed_ms", wb_json_number(attempt->elapsed_ms));
  json_object_set_new(object, "bytes", wb_json_count(attempt->source_length));
  json_object_set_new(object, "lines_added", wb_json_count(attempt->added));
  json_object_set_new(object, "lines_removed", wb_json_count(attempt->removed));
  json_object_set_new(object, "counters", cases);
  return object;
}

json_t *wb_history_json(const char *slug, const struct wb_attempts *attempts) {
  json_t *object = json_object(), *list = json_array();
  for (size_t i = 0; i < attempts->count; i++)
    json_array_append_new(list, attempt_json(&attempts->items[i]));
  json_object_set_new(object, "schema", json_integer(1));
  json_object_set_new(object, "puzzle", wb_json_text(slug));
  json_object_set_new(object, "versions", list);
  return object;
}
