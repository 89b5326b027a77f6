/* The learner's attempts, newest first; the chosen one with what changed. */
#include <inttypes.h>

#include "report/summary.h"
#include "tui/history.h"
#include "tui/views.h"

enum { CHANGES_COLUMNS = 70 }; /* less room than this leaves the time out */

static void put_attempt(const struct wb_model *model, const struct wb_attempt *attempt, int choice,
                        int width, struct wb_pane_text *rows) {
  const bool good = attempt->verdict == WB_VERDICT_ACCEPTED;
  const bool chosen = choice == model->overlay.cursor;
  char when[WB_WHEN_BYTES];
  wb_history_when(attempt->first_at, when);
  wb_pane_text_start(rows)->item = choice;
  wb_pane_text_put(rows, WB_STYLE_PLAIN, chosen ? "> " : "  ");
  wb_pane_text_putf(rows, WB_STYLE_STRONG, "%3" PRIu64 "  ", attempt->number);
  if (width >= CHANGES_COLUMNS) wb_pane_text_putf(rows, WB_LOOK_DIM, "%s  ", when);
  wb_pane_text_putf(rows, good ? WB_LOOK_OK : WB_LOOK_BAD, "%s %-18s ",
                    good ? model->glyphs->good : model->glyphs->bad,
                    wb_verdict_words(attempt->verdict));
  wb_pane_text_putf(rows, WB_STYLE_PLAIN, "%3u %%", wb_score_percent(attempt->score));
  if (attempt->added + attempt->removed > 0)
    wb_pane_text_putf(rows, WB_STYLE_PLAIN, "  +%-3zu -%-3zu", attempt->added, attempt->removed);
  else
    wb_pane_text_put(rows, WB_STYLE_PLAIN, "           ");
  if (attempt->runs > 1) wb_pane_text_putf(rows, WB_LOOK_DIM, "  %" PRIu64 " runs", attempt->runs);
  if (attempt->note[0] != '\0') wb_pane_text_putf(rows, WB_LOOK_DIM, "  %s", attempt->note);
}

/* Beneath the chosen one. */
static void put_changes(const struct wb_model *model, int choice, int width,
                        struct wb_pane_text *rows) {
  struct wb_str text;
  wb_str_init(&text);
  wb_history_changes(wb_history_choice(model, choice + 1), wb_history_choice(model, choice), &text);
  wb_pane_text_start(rows);
  wb_pane_text_put(rows, WB_STYLE_PLAIN, "       ");
  wb_pane_text_wrap(rows, WB_STYLE_PLAIN, (size_t)width, 7, text.data);
  wb_str_release(&text);
}

static void put_words(int width, struct wb_pane_text *rows, unsigned look, const char *text) {
  wb_pane_text_start(rows);
  wb_pane_text_wrap(rows, look, (size_t)width, 0, text);
}

void wb_view_history(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  const struct wb_history *history = &model->history;
  const bool there = history->known && history->item == model->selected;
  if (!there) {
    put_words(width, rows, WB_STYLE_PLAIN, "Reading the history.");
  } else if (history->trouble != NULL) {
    put_words(width, rows, WB_LOOK_WARN, history->trouble);
  } else if (history->attempts.count == 0) {
    put_words(width, rows, WB_STYLE_PLAIN,
              "Nothing has been judged yet: r runs your code, and every version is kept here.");
  } else {
    for (int i = 0; (size_t)i < history->attempts.count; i++) {
      put_attempt(model, wb_history_choice(model, i), i, width, rows);
      if (i == model->overlay.cursor) put_changes(model, i, width, rows);
    }
  }
}
