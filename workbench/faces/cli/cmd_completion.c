#include <string.h>

#include "cli/complete.h"

int wb_shell_completion(const struct wb_invocation *invocation) {
  const char *wanted = wb_cli_operand(invocation);
  struct wb_error err;
  for (size_t i = 0; i < wb_n_complete_shells; i++) {
    if (strcmp(wb_complete_shells[i].name, wanted) != 0) continue;
    wb_complete_shells[i].print();
    return WB_EXIT_OK;
  }
  wb_fail(&err, WB_ERR_USAGE, "there is no completion for '%s'; there is for bash, zsh and fish",
          wanted);
  return wb_cli_fail(invocation, &err);
}
