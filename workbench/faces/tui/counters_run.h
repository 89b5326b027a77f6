/* Runs of the judge that only count, in the background, for the counters that
 * are shown: of the learner's kernel as a GPU would do it, and of our solution,
 * whose text stays out of sight. Inside tui/ only. */
#ifndef WB_TUI_COUNTERS_RUN_H
#define WB_TUI_COUNTERS_RUN_H

#include "tui/app.h"

/* Starts what is wanted, when nothing else is under way. Called in every turn. */
void wb_app_run_counters(struct wb_app *app);
void wb_app_read_counters(struct wb_app *app);

/* Looks for a mistake of the course that the selected puzzle's last run shows (session/mistake.h),
 * as a hint; nothing is said where there is none. */
void wb_app_look_for_mistake(struct wb_app *app);
void wb_app_read_mistake(struct wb_app *app);

/* Makes way for the learner's own run. */
void wb_app_stop_counters(struct wb_app *app);

/* What the store had of our solution's figures; takes the cases over. */
void wb_app_take_figures(struct wb_app *app, size_t item, struct wb_counters *cases,
                         size_t n_cases);

#endif
