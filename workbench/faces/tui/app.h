/* The running workbench: the model with everything that it asks effects of.
 * Inside tui/ only. */
#ifndef WB_TUI_APP_H
#define WB_TUI_APP_H

#include "authoring/follow.h"
#include "base/process.h"
#include "course/course.h"
#include "terminal/terminal.h"
#include "tui/cells.h"
#include "tui/store_thread.h"
#include "tui/model.h"
#include "session/probe.h"
#include "session/data_task.h"
#include "session/run_task.h"
#include "tui/screen.h"
#include "tui/key_script.h"
#include "tui/tui.h"
#include "session/mistake.h"
#include "session/authored.h"
#include "session/watch.h"

struct wb_app {
  const struct wb_tui_options *options;
  struct wb_course course;
  struct wb_store_thread *store_thread; /* NULL: progress is not kept, the status line said why */
  char *last_puzzle, *last_view;        /* that the store had at the start; NULL: none */
  struct wb_model model;
  struct wb_screen *screen; /* NULL with a script */
  struct wb_cells cells, shown;
  struct wb_run_task run;
  struct wb_judge *describe;       /* describes the course; NULL: none */
  struct wb_run_task tracing;      /* records what a run does, beside it */
  struct wb_judge *spare;          /* waits for the next run; NULL: none */
  bool unread;                     /* the run said more than there was time for */
  struct wb_run_task counters_run; /* counts for what is shown (measure.h) */
  bool measures_own;               /* the learner's kernel, not our solution */
  size_t measured_item;
  struct wb_data_task data; /* of the visible cases of `data_item` */
  size_t data_item;
  struct wb_mistake_search mistake; /* of the kernel of `mistaken_item` */
  size_t mistaken_item;
  unsigned char figures_key[WB_FIGURES_KEY_BYTES]; /* of our solution's figures */
  bool run_is_own;            /* of the learner's own file: a version to be kept */
  bool spare_is_due;          /* something ended after which it is to be looked after */
  struct wb_terminal *editor; /* in the kernel's pane; NULL: none */
  bool editor_was_typed_in, editor_has_saved;
  uint64_t suspension_ms; /* when it is looked at after a Ctrl-Z; 0: not */
  bool editor_has_ended;  /* well, and what it saved last may not have been noticed yet */
  struct {
    uint64_t until_ms; /* when it must have drawn something; 0: nothing waits for that */
    bool broken;       /* it has */
  } silence;
  struct {
    uint64_t until_ms; /* when it must have ended; 0: nothing waits for that */
    size_t item;
    int line;
  } next_edit;           /* begins when the editor that is open has been left */
  struct wb_watch watch; /* of the learner's kernel */
  struct wb_watch authored[WB_AUTHORED_COUNT]; /* what an author may change meanwhile */
  struct wb_follow follow;                     /* of the puzzle's kernels, for its author */
  uint64_t followed_ms;                        /* when their files were last looked at */
  struct wb_probe probe;
  struct {
    struct wb_process process;
    int fd;  /* of its output; -1: none, or at its end */
  } command; /* of the command line, typed after ":" */
  struct wb_key_script script;
  bool has_script;
  bool list_is_old;  /* puzzles have come, gone or moved: the list waits for a moment of rest */
  size_t remembered; /* the puzzle that the store has as the last one; SIZE_MAX: none */
  struct {
    bool ended; /* the editor that this was started for (wb_tui_options.edit) */
    enum wb_status status;
    struct wb_error err;
  } edit;
  bool quit;
  char *next_course; /* to be opened then; NULL: none */
  int raised;        /* the signal that asked to quit; 0: none */
};

/* Milliseconds of the clock that the model goes by. */
uint64_t wb_app_now(void);

/* Nothing is under way: what a script waits for before its next line (loop.c). */
bool wb_app_is_idle(const struct wb_app *app);

/* ---- files (files.c) ---- */

/* Reads what the selected puzzle has for its programs, as far as its description says what that is.
 */
void wb_app_load_files(struct wb_app *app);
/* Reads lesson and kernel of the selected puzzle and watches the kernel. */
void wb_app_load(struct wb_app *app);

/* Takes up what an author has changed in the selected puzzle, and in which puzzles there are. */
void wb_app_check_authored(struct wb_app *app);

/* Keeps which puzzle is open, for the next start. Not done for each step
 * through the list: a database on a slow disk would be felt. */
void wb_app_remember_puzzle(struct wb_app *app);
/* Verbs on versions (verbs/versions.h); `sure`: the question was agreed to. */
void wb_app_reset(struct wb_app *app, bool sure);
void wb_app_compare_solution(struct wb_app *app, bool sure);
void wb_app_compare_starter(struct wb_app *app);
void wb_app_compare_version(struct wb_app *app);
void wb_app_compare_before(struct wb_app *app);
void wb_app_restore(struct wb_app *app, bool sure);
void wb_app_save_display(struct wb_app *app, const char *path, bool colors);

/* ---- runs (runs.c) ---- */
void wb_app_describe(struct wb_app *app); /* anew, where it is under way */
void wb_app_run(struct wb_app *app, bool saved);
void wb_app_cancel(struct wb_app *app);
void wb_app_read_run(struct wb_app *app);
void wb_app_read_description(struct wb_app *app);
/* The data of the visible cases. */
void wb_app_make_data(struct wb_app *app);
void wb_app_read_data(struct wb_app *app);
/* The run that only records (runs_trace.c). */
void wb_app_trace(struct wb_app *app, int only_case); /* from 1; 0: the judge chooses */
void wb_app_stop_tracing(struct wb_app *app);
void wb_app_read_trace(struct wb_app *app);
void wb_app_load_trace(struct wb_app *app, const char *path);
/* Has a judge wait for the next run, once nothing else is under way. */
void wb_app_keep_spare(struct wb_app *app);

/* For a puzzle's author: looks whether its kernels were saved, and takes what judging them has come
 * to. Files are to be looked at again after that many milliseconds; -1: nothing is followed. */
void wb_app_follow(struct wb_app *app);
int wb_app_follow_timeout(const struct wb_app *app);

/* ---- commands of the command line (command_process.c) ---- */
/* Keeps which puzzle is open first: a command without one goes by it. */
void wb_app_order_command(struct wb_app *app, const char *line);
void wb_app_start_command(struct wb_app *app, const char *line); /* at once */
void wb_app_cancel_command(struct wb_app *app);
void wb_app_stop_command(struct wb_app *app); /* without a word, at the end */
void wb_app_read_command(struct wb_app *app);
bool wb_app_runs_command(const struct wb_app *app);

/* ---- effects (effects.c) ---- */
void wb_app_effects(struct wb_app *app);

/* Draws what changed. */
void wb_app_draw(struct wb_app *app);

/* Tells the model of the terminal's size; nothing where there is no screen. */
void wb_app_measure(struct wb_app *app);

/* ---- the loop (loop.c) ---- */
enum wb_status wb_app_loop(struct wb_app *app, struct wb_error *err);

#endif
