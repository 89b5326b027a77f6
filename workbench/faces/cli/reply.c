#include "cli/reply.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/print.h"
#include "session/exit_code.h"

/* An end of the input is a no. */
static bool ask_yes_or_no(const char *question) {
  char answer[16] = "";
  fflush(stdout);
  fprintf(stderr, "%s [y/N] ", question);
  if (fgets(answer, sizeof answer, stdin) == NULL) fputc('\n', stderr);
  return answer[0] == 'y' || answer[0] == 'Y';
}

enum wb_status wb_cli_agree(const struct wb_reply *reply, bool *agreed, struct wb_error *err) {
  *agreed = reply->kind != WB_REPLY_QUESTION;
  if (*agreed) return WB_OK;
  if (!isatty(STDIN_FILENO))
    return wb_fail(err, WB_ERR_USAGE, "%s There is no terminal to answer on; add --yes",
                   reply->question);
  *agreed = ask_yes_or_no(reply->question);
  return WB_OK;
}

int wb_cli_refuse_solution(const char *command, const struct wb_puzzle_summary *puzzle) {
  fprintf(stderr,
          "workbench %s: %s is not solved yet. `workbench hint %u` helps; --spoil shows the "
          "solution anyway.\n",
          command, puzzle->slug, puzzle->number);
  return WB_EXIT_NOT_ACCEPTED;
}

int wb_cli_print_reply(const struct wb_reply *reply) {
  const bool refused = reply->kind == WB_REPLY_QUESTION;
  puts(refused ? reply->declined : reply->notice);
  return refused ? WB_EXIT_NOT_ACCEPTED : WB_EXIT_OK;
}

/* ---- differences ---- */

void wb_cli_print_kernel_pair(const struct wb_invocation *invocation,
                              const struct wb_version_pair *comparison) {
  struct wb_document text = {0};
  const struct wb_report_style style = wb_cli_style(invocation);
  const unsigned width = style.width > 0 ? style.width : 80;
  const bool sides =
      wb_cli_flag(invocation, "side-by-side") && width >= WB_DIFFERENCE_SIDES_COLUMNS;
  wb_version_pair_write(comparison, sides ? WB_DIFFERENCE_SIDES : WB_DIFFERENCE_LINES, width,
                        &text);
  wb_cli_print(invocation, &text);
}
