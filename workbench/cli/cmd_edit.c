#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/judged.h"

static const char *environment_editor(void) {
  const char *visual = getenv("VISUAL"), *editor = getenv("EDITOR");
  if (visual != NULL && visual[0] != '\0') return visual;
  return editor != NULL && editor[0] != '\0' ? editor : NULL;
}

/* Becomes the editor. The variable may hold options, so the shell splits it;
 * the file is an argument of its own and never part of the shell's text. */
static enum wb_status become_editor(const char *file, struct wb_error *err) {
  const char *editor = environment_editor();
  if (editor != NULL) {
    char *line = wb_format("exec %s \"$1\"", editor);
    execl("/bin/sh", "sh", "-c", line, "sh", file, (char *)NULL);
    free(line);
  } else {
    execlp("nano", "nano", file, (char *)NULL);
    execlp("vi", "vi", file, (char *)NULL);
  }
  return wb_fail(err, WB_ERR_MISSING, "cannot start an editor (%s); set $EDITOR to yours",
                 strerror(errno));
}

static int run_edit(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  char *file = NULL;
  enum wb_status status = wb_session_start(&session, invocation, &puzzle, &err);
  if (status == WB_OK) status = wb_begin_work(&session, puzzle->slug, &file, &err);
  if (status == WB_OK) wb_session_visit(&session, puzzle->slug);
  wb_session_close(&session);
  if (status == WB_OK) become_editor(file, &err);
  free(file);
  return wb_cli_fail(invocation, &err);
}

const struct wb_command wb_cmd_edit = {
    .name = "edit",
    .summary = "open your kernel in $VISUAL or $EDITOR",
    .operand = "[PUZZLE]",
    .max_operands = 1,
    .details =
        "Makes your file from the starter if there is none. Without $VISUAL and $EDITOR\n"
        "it is nano, else vi.\n",
    .examples = {{"workbench edit map", "opens work/01-map.cl"},
                 {"EDITOR='code --wait' workbench edit", "another editor, once"}},
    .run = run_edit,
};
