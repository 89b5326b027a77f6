#include <stdlib.h>

#include "base/str.h"
#include "cli/complete.h"
#include "cli/run_one.h"
#include "session/editor.h"
#include "tui/tui.h"

/* The terminal is the editor's alone. */
static int edit_bare(const struct wb_invocation *invocation, const char *file) {
  struct wb_error err;
  const enum wb_status status = wb_editor_run(file, 0, NULL, true, &err);
  if (status == WB_OK) return WB_EXIT_OK;
  const int code = wb_cli_fail(invocation, &err);
  return status == WB_ERR_CRASH ? WB_EXIT_NOT_ACCEPTED : code; /* the editor's end, no judge's */
}

/* Below what the judge finds. */
static int edit_on_screen(const struct wb_invocation *invocation, struct wb_tui_options *options) {
  options->complete = wb_complete_line;
  options->course = wb_cli_value(invocation, "course");
  options->edit = true;
  return wb_tui_main(options);
}

enum { LINES_LEAST = 8, COLUMNS_LEAST = 40 }; /* of an editor with something above and below it */

int wb_shell_edit(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_tui_options options = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  char *file = NULL, *slug = NULL;
  enum wb_status status = wb_cli_session_start(&session, invocation, &puzzle, &err);
  if (status == WB_OK) status = wb_cli_begin_work(&session, puzzle->slug, &file, &err);
  if (status == WB_OK) {
    wb_session_visit(&session, puzzle->slug);
    options.puzzle = slug = wb_strdup(puzzle->slug);
    options.judge_first = wb_course_is_begun(&session.course, slug);
    options.was_judged = wb_session_was_judged(&session, slug);
  }
  wb_session_close(&session);
  int code = WB_EXIT_OK;
  if (status != WB_OK)
    code = wb_cli_fail(invocation, &err);
  else if (wb_cli_flag(invocation, "bare") || !wb_tui_can_show(LINES_LEAST, COLUMNS_LEAST))
    code = edit_bare(invocation, file);
  else
    code = edit_on_screen(invocation, &options);
  free(file);
  free(slug);
  return code;
}
