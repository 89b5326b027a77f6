#include "cli/command.h"

int wb_shell_help(const struct wb_invocation *invocation) {
  const char *wanted = wb_cli_operand(invocation);
  if (wb_cli_flag(invocation, "man")) {
    wb_cli_man_page();
    return WB_EXIT_OK;
  }
  if (wanted == NULL) {
    wb_cli_help_general();
    return WB_EXIT_OK;
  }
  const struct wb_command *command = wb_cli_command_find(wanted);
  if (command != NULL) {
    wb_cli_help_command(command);
    return WB_EXIT_OK;
  }
  struct wb_error err;
  wb_cli_unknown_command(wanted, &err);
  return wb_cli_fail(invocation, &err);
}
