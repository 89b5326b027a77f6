/* The workbench as a dialogue of lines: for screen readers, slow lines, dumb
 * terminals and pipes. docs/plain.md is its manual.
 *
 * It writes running text, wrapped to the terminal's width, and never an escape
 * sequence, a carriage return, a box or a colour; it reads commands, one a line,
 * as the terminal (or a pipe) gives them. Progress, puzzles, judge and files are
 * those of the screen. */
#ifndef WB_PLAIN_PLAIN_H
#define WB_PLAIN_PLAIN_H

#include <stdbool.h>

struct wb_plain_options {
  const char *course; /* folder, as for wb_course_open; NULL: find it */
  const char *puzzle; /* open this one first, as for wb_session_choose */
  const char *device; /* NULL: emulator */
  /* A file of commands instead of standard input: each is written after its
   * prompt, and the first that cannot be carried out ends the dialogue. */
  const char *script;
  /* Whoever talks is the puzzle's author: is told of hidden cases as of the others and of the
   * explanation before the puzzle is solved, and the puzzle's kernels are judged when they are
   * saved (authoring/follow.h). */
  bool author;
  const char *from; /* where the learner comes from (verbs/origin.h); NULL: as it was kept */
};

/* Runs until quit or the end of the input. Returns the process's exit code: 0;
 * 1 where the commands came from a pipe or a file and one of them could not be
 * carried out; 3 no course, or no puzzle in it; 4 something is missing; 130
 * after Ctrl-C where the commands come from no terminal. A signal that ended it
 * (SIGTERM, SIGHUP) is raised again. */
int wb_plain_main(const struct wb_plain_options *options);

#endif
