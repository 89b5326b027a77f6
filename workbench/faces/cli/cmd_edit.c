#include <stdlib.h>

#include "base/str.h"
#include "cli/run_one.h"
#include "session/editor.h"

int wb_shell_edit(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  char *file = NULL;
  enum wb_status status = wb_cli_session_start(&session, invocation, &puzzle, &err);
  if (status == WB_OK) status = wb_cli_begin_work(&session, puzzle->slug, &file, &err);
  if (status == WB_OK) wb_session_visit(&session, puzzle->slug);
  wb_session_close(&session);
  if (status == WB_OK) status = wb_editor_run(file, 0, true, &err);
  free(file);
  if (status == WB_OK) return WB_EXIT_OK;
  const int code = wb_cli_fail(invocation, &err);
  return status == WB_ERR_CRASH ? WB_EXIT_NOT_ACCEPTED : code; /* the editor's end, no judge's */
}
