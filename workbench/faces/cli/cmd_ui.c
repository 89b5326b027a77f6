#include <stdlib.h>
#include <string.h>

#include "cli/run_one.h"
#include "cli/complete.h"
#include "base/str.h"
#include "cli/print.h"
#include "cli/session.h"
#include "plain/plain.h"
#include "tui/tui.h"

/* What a pipe or a plain terminal gets instead of the screen; `next` is what to do: NULL where
 * all is done. */
static void put_status(struct wb_session *session, const struct wb_puzzle_summary *next,
                       struct wb_document *text) {
  char *file = next != NULL ? wb_course_work_file(&session->course, next->slug) : NULL;
  wb_put_line(text, WB_STYLE_HEADING, "%zu of %zu puzzles solved",
              wb_session_solved(session, 0, session->catalog.count), session->catalog.count);
  if (next == NULL) {
    wb_cli_put_ways_on(text);
  } else {
    wb_put_line(text, WB_STYLE_PLAIN, "Next: %u ", next->number);
    wb_put(text, WB_STYLE_STRONG, "%s", next->title);
    wb_put(text, WB_STYLE_PLAIN, " (%s). %s", next->slug, next->concept);
    wb_put_line(text, WB_STYLE_PLAIN, "  read it:   workbench show %u", next->number);
    wb_put_line(text, WB_STYLE_PLAIN, "  edit it:   workbench edit %u   (%s)", next->number,
                wb_short_path(file));
    wb_put_line(text, WB_STYLE_PLAIN, "  judge it:  workbench run %u", next->number);
    wb_put_line(text, WB_STYLE_PLAIN, "  stuck?     workbench hint %u", next->number);
  }
  wb_put_line(
      text, WB_STYLE_DIM,
      "In a terminal, workbench opens the screen; workbench --plain does without one, in any "
      "terminal or pipe; workbench help lists all commands.");
  free(file);
}

static int print_status(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_document text = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *next = NULL;
  int code = WB_EXIT_OK;
  const bool named = wb_cli_operand(invocation) != NULL;
  const enum wb_status status = named ? wb_cli_session_start(&session, invocation, &next, &err)
                                      : wb_cli_session_open(&session, invocation, &err);
  if (status == WB_OK) {
    put_status(&session, named ? next : wb_session_next(&session), &text);
    wb_cli_print(invocation, &text);
  } else {
    code = wb_cli_fail(invocation, &err);
  }
  wb_session_close(&session);
  return code;
}

static int run_plain(const struct wb_invocation *invocation) {
  const struct wb_plain_options options = {
      .course = wb_cli_value(invocation, "course"),
      .puzzle = wb_cli_operand(invocation),
      .device = wb_cli_value(invocation, "device"),
      .script = wb_cli_value(invocation, "script"),
      .author = wb_cli_flag(invocation, "author"),
      .from = wb_cli_value(invocation, "from"),
  };
  return wb_plain_main(&options);
}

/* Whether the word without a command, if there is one, is the name of a puzzle. */
static enum wb_status check_bare_word(const struct wb_invocation *invocation,
                                      struct wb_error *err) {
  if (!invocation->is_bare_word) return WB_OK;
  struct wb_course course = {0};
  const char *word = wb_cli_operand(invocation);
  const bool opened =
      wb_session_open_course(&course, wb_cli_value(invocation, "course"), err) == WB_OK;
  char *slug = opened ? wb_course_slug_named(&course, word) : NULL;
  const bool is_puzzle = slug != NULL;
  free(slug);
  wb_course_release(&course);
  return is_puzzle ? WB_OK : wb_cli_unknown_command(word, err);
}

int wb_shell_ui(const struct wb_invocation *invocation) {
  const char *color = wb_cli_value(invocation, "color");
  const char *background = wb_cli_value(invocation, "background");
  struct wb_tui_options options = {
      .complete = wb_complete_line,
      .course = wb_cli_value(invocation, "course"),
      .puzzle = wb_cli_operand(invocation),
      .device = wb_cli_value(invocation, "device"),
      .script = wb_cli_value(invocation, "script"),
      .no_mouse = wb_cli_flag(invocation, "no-mouse"),
      .author = wb_cli_flag(invocation, "author"),
      .from = wb_cli_value(invocation, "from"),
  };
  struct wb_error err = {0};
  if (check_bare_word(invocation, &err) != WB_OK) return wb_cli_fail(invocation, &err);
  if (wb_cli_flag(invocation, "plain")) return run_plain(invocation);
  if (options.script == NULL && !wb_tui_can_show(0, 0)) return print_status(invocation);
  /* The screen decides by the environment. */
  if (color != NULL && strcmp(color, "never") == 0) setenv("NO_COLOR", "1", 1);
  if (background != NULL) setenv("WORKBENCH_BACKGROUND", background, 1);
  if (color != NULL && strcmp(color, "always") == 0) unsetenv("NO_COLOR");
  return wb_tui_main(&options);
}
