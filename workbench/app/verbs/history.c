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

void wb_version_list_write(const struct wb_version_list *history, struct wb_document *text) {
  const struct wb_attempts *attempts = &history->attempts;
  if (attempts->count == 0) {
    wb_put_line(text, WB_STYLE_PLAIN,
                "%s: nothing has been judged yet; `workbench run %s` judges your kernel.",
                history->slug, history->slug);
  } else {
    wb_put_line(text, WB_STYLE_DIM, "%5s  %-16s  %-20s %5s  %5s", "#", "when", "verdict", "score",
                "lines");
    for (size_t i = 0; i < attempts->count; i++) put_attempt(&attempts->items[i], text);
    wb_put_line(text, WB_STYLE_DIM, "--show N prints a version, --diff N what changed since,");
    wb_put_line(text, WB_STYLE_DIM, "--restore N brings it back.");
  }
}

/* ---- for programs ----------------------------------------------------------------- */

static json_t *first_to_json(const void *of) {
  return wb_json_time(((const struct wb_attempt *)of)->first_at);
}

static json_t *last_to_json(const void *of) {
  return wb_json_time(((const struct wb_attempt *)of)->last_at);
}

#define WB_OF struct wb_attempt
static const struct wb_field attempt_rows[] = {
    {"number", WB_VALUE(number)},
    {"first", .write = first_to_json},
    {"last", .write = last_to_json},
    {"runs", WB_VALUE(runs)},
    {"verdict", WB_VALUE(verdict), .words = &wb_verdicts},
    {"score", WB_VALUE(score)},
    {"device", WB_VALUE(device)},
    {"note", WB_VALUE(note)},
    {"elapsed_ms", WB_VALUE(elapsed_ms)},
    {"bytes", WB_VALUE(source_length)},
    {"lines_added", WB_VALUE(added)},
    {"lines_removed", WB_VALUE(removed)},
    {"counters", WB_LIST(cases, n_cases, SIZE_MAX), .fields = &wb_counters_fields},
};
static const struct wb_fields attempt_fields = {WB_ROWS(attempt_rows)};
#undef WB_OF

#define WB_OF struct wb_version_list
static const struct wb_field history_rows[] = {
    {"schema", WB_CONSTANT(1)},
    {"puzzle", WB_VALUE(slug)},
    {"versions", WB_LIST(attempts.items, attempts.count, SIZE_MAX), .fields = &attempt_fields},
};
const struct wb_fields wb_version_list_fields = {WB_ROWS(history_rows)};
#undef WB_OF
