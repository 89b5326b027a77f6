/* The counters of the last run in the result's pane, beside the budget and what
 * our solution needs: what the model has of them. */
#ifndef WB_TUI_COUNTERS_MODEL_H
#define WB_TUI_COUNTERS_MODEL_H

#include "tui/model.h"

/* ---- keys, besides wb_do_counters() and its kin in tui/actions.h ---- */
void wb_counters_model_move(struct wb_model *model, int counters);
void wb_counters_model_choose(struct wb_model *model, int words); /* a click on its row */

/* Whether the result's pane shows them now. */
bool wb_counters_model_shows(const struct wb_model *model);

/* Whether the result's pane is seen, and has the findings, for the counters are not there. */
bool wb_model_shows_findings(const struct wb_model *model);

/* ---- what is shown ---- */

/* The case whose counters are shown: the one that was chosen, else the first
 * that is over budget, else the largest visible one. SIZE_MAX: none was counted. */
size_t wb_counters_model_case(const struct wb_model *model);

/* What our solution does in that case; NULL: not known. */
const struct wb_counters *wb_counters_model_ours(const struct wb_model *model, size_t at_case);

/* The counter of wb_counter_words() that the cursor is on. */
size_t wb_counters_model_choice(const struct wb_model *model);
bool wb_counters_model_is_notable(const struct wb_model *model, size_t words);

void wb_view_counters(const struct wb_model *model, int width, struct wb_pane_text *rows);

/* Puts the cursor of the result's pane on the chosen counter's row. */
void wb_counters_model_follow(struct wb_model *model);

/* ---- what happened ---- */

/* Another result is there. Of a kernel that failed it shows first why: c brings
 * the counters to the front, and so does a kernel that is right. */
void wb_counters_model_new_result(struct wb_model *model);

/* What the loop is to do next, for what is shown. */
enum wb_measure { WB_MEASURE_NOTHING, WB_MEASURE_OWN, WB_MEASURE_ASK, WB_MEASURE_OURS };
enum wb_measure wb_counters_model_wants(struct wb_model *model);
void wb_counters_model_asked(struct wb_model *model); /* the store, for our figures */
void wb_counters_model_measuring(struct wb_model *model, bool own);
void wb_counters_model_stopped(struct wb_model *model); /* it will be wanted again */
bool wb_counters_model_is_pending(const struct wb_model *model);

/* A run that counted more of the text that was judged: its counters take the
 * place of those of the result, if it is about the same bytes. */
bool wb_counters_model_own(struct wb_model *model, const struct wb_result *measured);
void wb_counters_model_own_failed(struct wb_model *model);

/* Our solution's figures. Takes the cases over. NULL: the store has none, and
 * they are to be measured. */
void wb_counters_model_ours_are(struct wb_model *model, size_t item, struct wb_counters *cases,
                                size_t n_cases);
void wb_counters_model_ours_failed(struct wb_model *model, const char *why);

void wb_counters_model_release(struct wb_counters_model *counting);

#endif
