/* The learner's attempts on the screen, and two versions compared: what the
 * model has of them, and what keys and events do to it. */
#ifndef WB_TUI_HISTORY_H
#define WB_TUI_HISTORY_H

#include "tui/model.h"

/* ---- attempts: wb_do_history() of tui/actions.h, key y ---- */

/* What WB_EFFECT_HISTORY asked for; takes the attempts over. `trouble` (may be
 * NULL) is why there are none. */
void wb_history_loaded(struct wb_model *model, size_t item, struct wb_attempts *attempts,
                       const char *trouble);

/* An attempt was kept: what shows is asked for anew. */
void wb_history_changed(struct wb_model *model, size_t item);

void wb_history_release(struct wb_history *history);

/* What the overlay lists; the newest attempt is the first choice. */
size_t wb_history_count(const struct wb_model *model);
void wb_history_title(const struct wb_model *model, struct wb_str *out);
const struct wb_attempt *wb_history_choice(const struct wb_model *model, int choice);

/* What differs from the attempt before: "1 line more, 2 less; was wrong
 * answer; global reads 12 -> 8". Appends. */
void wb_history_changes(const struct wb_attempt *before, const struct wb_attempt *attempt,
                        struct wb_str *out);

/* "11-21 07:30", by the clock on the wall. */
enum { WB_WHEN_BYTES = 24 };
void wb_history_when(int64_t at, char text[WB_WHEN_BYTES]);

/* ---- two versions: key D, s, and Enter on an attempt ---- */

/* Opens the comparison; takes the texts over. `number` is that of a version that can be
 * brought back, or 0. Esc goes back to where it was opened. */
void wb_compare_open(struct wb_model *model, struct wb_version_pair *versions, uint64_t number);
void wb_compare_release(struct wb_compare *compare);

void wb_compare_title(const struct wb_model *model, struct wb_str *out);

#endif
