/* What the workbench has kept and asks of the store, each as a task of the
 * thread (tui/store_thread.h). None of these waits; what comes of them is told to
 * the model. Inside tui/ only. */
#ifndef WB_TUI_STORE_TASKS_H
#define WB_TUI_STORE_TASKS_H

#include "session/record.h"
#include "tui/app.h"

/* A run's result: as an attempt, and as progress where `counts`. */
void wb_store_task_run(struct wb_app *app, size_t item, const struct wb_run_options *options,
                       const struct wb_result *result, bool counts);

/* What a run that counted more has found out about a text that was judged. */
void wb_store_task_measured(struct wb_app *app, const struct wb_run_options *options,
                            const struct wb_result *result);

/* Has the progress of all puzzles told to the model. */
void wb_store_task_ask_progress(struct wb_app *app);

/* What the learner knows (verbs/origin.h). */
void wb_store_task_origin(struct wb_app *app, const char *word);

void wb_store_task_hints(struct wb_app *app, const char *slug, unsigned shown);
/* `line` (may be NULL) is a command that goes by the place: it is started then. */
void wb_store_task_place(struct wb_app *app, const char *slug, const char *line);

/* How the screen was arranged, for the next start. */
void wb_store_task_view(struct wb_app *app, const char *view);

/* Has the attempts of a puzzle told to the model. */
void wb_store_task_ask_attempts(struct wb_app *app, size_t item);

/* Has kept figures told to wb_app_take_figures() (tui/counters_run.h); NULL: there are none. */
void wb_store_task_ask_figures(struct wb_app *app, size_t item, const unsigned char *key);
void wb_store_task_figures(struct wb_app *app, const unsigned char *key,
                           const struct wb_counters *cases, size_t n_cases);

#endif
