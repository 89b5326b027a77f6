#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/judged.h"
#include "cli/complete_line.h"
#include "base/str.h"
#include "cli/print.h"
#include "cli/session.h"
#include "plain/plain.h"
#include "tui/tui.h"

static bool terminal_can_show(void) {
  const char *term = getenv("TERM");
  return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term != NULL && term[0] != '\0' &&
         strcmp(term, "dumb") != 0;
}

static size_t count_solved(const struct wb_session *session) {
  size_t solved = 0;
  for (size_t i = 0; i < session->catalog.count; i++)
    solved += wb_session_progress(session, session->catalog.items[i].slug).solved;
  return solved;
}

/* What a pipe or a plain terminal gets instead of the screen. */
static void put_status(struct wb_session *session, struct wb_document *text) {
  const struct wb_puzzle_summary *next = wb_session_next(session);
  char *file = next != NULL ? wb_course_work_file(&session->course, next->slug) : NULL;
  wb_put_line(text, WB_STYLE_HEADING, "%zu of %zu puzzles solved", count_solved(session),
              session->catalog.count);
  if (next == NULL) {
    wb_put_line(text, WB_STYLE_PLAIN, "All done. workbench list shows them again.");
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
  int code = WB_EXIT_OK;
  if (wb_session_open(&session, invocation, &err) == WB_OK) {
    put_status(&session, &text);
    wb_print(invocation, &text);
  } else {
    code = wb_cli_fail(invocation, &err);
  }
  wb_session_close(&session);
  return code;
}

static int run_plain(const struct wb_invocation *invocation) {
  struct wb_plain_outside *commands = wb_alloc(wb_n_commands * sizeof *commands);
  size_t count = 0;
  for (size_t i = 0; i < wb_n_commands; i++)
    if (wb_commands[i] != &wb_cmd_ui)
      commands[count++] = (struct wb_plain_outside){wb_commands[i]->name, wb_commands[i]->summary};
  const struct wb_plain_options options = {
      .course = wb_cli_value(invocation, "course"),
      .puzzle = wb_cli_operand(invocation),
      .device = wb_cli_value(invocation, "device"),
      .script = wb_cli_value(invocation, "script"),
      .outside = commands,
      .n_outside = count,
  };
  int code = wb_plain_main(&options);
  free(commands);
  return code;
}

static int run_ui(const struct wb_invocation *invocation) {
  const char *color = wb_cli_value(invocation, "color");
  struct wb_tui_options options = {
      .cli = wb_cli_for_tui(),
      .course = wb_cli_value(invocation, "course"),
      .puzzle = wb_cli_operand(invocation),
      .device = wb_cli_value(invocation, "device"),
      .script = wb_cli_value(invocation, "script"),
      .no_mouse = wb_cli_flag(invocation, "no-mouse"),
  };
  if (wb_cli_flag(invocation, "plain")) return run_plain(invocation);
  if (options.script == NULL && !terminal_can_show()) return print_status(invocation);
  /* The screen decides by the environment. */
  if (color != NULL && strcmp(color, "never") == 0) setenv("NO_COLOR", "1", 1);
  if (color != NULL && strcmp(color, "always") == 0) unsetenv("NO_COLOR");
  return wb_tui_main(&options);
}

const struct wb_command wb_cmd_ui = {
    .name = "ui",
    .summary = "open the workbench in this terminal (also: no command at all)",
    .operand = "[PUZZLE]",
    .max_operands = 1,
    .details =
        "Lesson, kernel and result on one screen; ? shows the keys. In a pipe, or where\n"
        "TERM is dumb, it prints where you are and what to do next.\n"
        "\n"
        "--plain is a dialogue of lines instead, without colours, boxes or anything that is\n"
        "written over: for screen readers, slow lines, dumb terminals and pipes. help there\n"
        "tells its commands.\n",
    .options = {{.name = "device",
                 .letter = 'd',
                 .argument = "DEVICE",
                 .kind = WB_OPTION_TEXT,
                 .help = "emulator (default), opencl, opencl:P.D or part of a name"},
                {.name = "plain",
                 .kind = WB_OPTION_FLAG,
                 .help = "a dialogue of lines instead of the screen, as for screen readers"},
                WB_RUN_OPTION_SANDBOX,
                {.name = "no-mouse", .kind = WB_OPTION_FLAG, .help = "leave the mouse alone"},
                {.name = "script",
                 .argument = "FILE",
                 .kind = WB_OPTION_TEXT,
                 .help = "take keys and commands from FILE, as tests do"}},
    .examples = {{"workbench", "goes on where you were"},
                 {"workbench ui conv1d", "opens that puzzle"},
                 {"workbench --plain", "the same as a dialogue of lines"},
                 {"workbench | cat", "prints where you are"}},
    .run = run_ui,
};
