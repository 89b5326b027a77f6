/* The terminal workbench: puzzle list, lesson, kernel and result on one
 * screen. docs/workbench.md is its manual.
 *
 * Everything that the learner sees lives in `struct wb_model`, which knows no
 * terminal; views turn it into rows of text, draw.c puts those into a grid of
 * cells, and screen.c alone shows cells with curses. The event loop (loop.c)
 * polls descriptors and never waits for a kernel.
 *
 * From below, each calling only what stands before it (tests/lint/circles.t):
 * the data (model.c, pane_text.c, layout.c, trace_*.c, counters_model.c, history.c …), views
 * (view_*.c), what updates the panes by them (pane_update.c), what happened
 * (model_course.c, model_run.c), actions and keys (actions_*.c, bindings.c, update.c), drawing
 * (draw.c, bottom_lines.c), what reaches out (effects.c, runs.c, files.c), the loop. */
#ifndef WB_TUI_TUI_H
#define WB_TUI_TUI_H

#include <stdbool.h>
#include <stddef.h>

struct wb_names;

struct wb_tui_options {
  /* Completes commands of the shell, which ":" takes beside the screen's own and runs as
   * processes: appends what may stand after `words` and begins with `begun`. NULL: no.
   * `puzzles` are the slugs of the open course, `course` is as below. */
  void (*complete)(const struct wb_names *words, const char *begun, const struct wb_names *puzzles,
                   const char *course, struct wb_names *out);
  const char *course; /* folder, as for wb_course_open; NULL: find it */
  const char *puzzle; /* open this one first: slug, number or part of the
                         title; NULL: where the learner was */
  const char *device; /* NULL: emulator */
  const char *store;  /* progress database; NULL: the default place */
  /* A file of keys and commands, one a line, instead of a person: no terminal
   * is needed, its size comes from LINES and COLUMNS (24 by 80 without them),
   * and the exit code is 1 where a command of it fails. NULL: a person. */
  const char *script;
  const char *from; /* where the learner comes from (verbs/origin.h); NULL: as it was kept */
  bool no_mouse;    /* leave the mouse to the terminal */
  /* Whoever looks is the puzzle's author: sees hidden cases as the others and the explanation
   * unsolved, and the kernels that come with the puzzle are judged when they, or its spec, are
   * saved (authoring/follow.h). */
  bool author;

  /* Open the learner's editor on `puzzle`, a slug, over the whole screen; what is found stands
   * above it, from the start and after each save. When it ends, so does this, with one line on
   * how the kernel stands now. */
  bool edit;
  bool judge_first; /* there is something to be found at the start */
  bool was_judged;  /* and that run was kept before, and is not to be kept again */
};

/* Whether there is a terminal that can show it, of at least so many lines and columns. */
bool wb_tui_can_show(int lines, int columns);

/* Runs until the learner quits. Without a script, standard input and output
 * must be a terminal. Returns the process's exit code: 0, 2 (usage), 3 (no
 * course), 4 (this terminal cannot show it, or there is no editor) or, with a script or an
 * editor that failed, 1. A signal
 * that ended it (SIGTERM, SIGHUP) is raised again after the terminal is back
 * as it was. */
int wb_tui_main(const struct wb_tui_options *options);

#endif
