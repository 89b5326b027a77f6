#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/print.h"
#include "cli/session.h"

/* True for "y" and "yes"; an end of the input is a no. */
static bool ask(const char *file) {
  char answer[16] = "";
  fflush(stdout);
  fprintf(stderr, "Put the starter back in %s? Your version is kept beside it. [y/N] ", file);
  if (fgets(answer, sizeof answer, stdin) == NULL) fputc('\n', stderr);
  return answer[0] == 'y' || answer[0] == 'Y';
}

static enum wb_status may_reset(const struct wb_invocation *invocation, const char *file, bool *may,
                                struct wb_error *err) {
  *may = true;
  if (wb_cli_flag(invocation, "yes") || !wb_file_exists(file)) return WB_OK;
  if (!isatty(STDIN_FILENO))
    return wb_fail(err, WB_ERR_USAGE,
                   "%s would be replaced, and there is no terminal to ask on; add --yes", file);
  *may = ask(wb_short_path(file));
  return WB_OK;
}

static void put_outcome(const char *file, const char *backup, struct wb_document *text) {
  wb_put_line(text, WB_STYLE_PLAIN, "The starter is back in %s", wb_short_path(file));
  if (backup != NULL)
    wb_put_line(text, WB_STYLE_PLAIN, "Your version is %s", wb_short_path(backup));
}

int wb_shell_reset(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_document text = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  char *file = NULL, *backup = NULL;
  bool may = false;
  int code = WB_EXIT_OK;
  enum wb_status status = wb_session_start(&session, invocation, &puzzle, &err);
  if (status != WB_OK) goto out;
  file = wb_course_work_file(&session.course, puzzle->slug);
  status = may_reset(invocation, file, &may, &err);
  if (status == WB_OK && may)
    status = wb_course_reset(&session.course, puzzle->slug, &backup, &err);
  if (status != WB_OK) goto out;
  if (may)
    put_outcome(file, backup, &text);
  else
    wb_put_line(&text, WB_STYLE_PLAIN, "Nothing was changed.");
  wb_print(invocation, &text);
  code = may ? WB_EXIT_OK : WB_EXIT_NOT_ACCEPTED;
out:
  if (status != WB_OK) code = wb_cli_fail(invocation, &err);
  free(file);
  free(backup);
  wb_session_close(&session);
  return code;
}
