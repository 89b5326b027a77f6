#include <string.h>

#include "cli/complete.h"

static int run_completion(const struct wb_invocation *invocation) {
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

const struct wb_command wb_cmd_completion = {
    .name = "completion",
    .summary = "print what makes a shell complete commands and options",
    .operand = "SHELL",
    .max_operands = 1,
    .needs_operand = true,
    .details =
        "SHELL is bash, zsh or fish. `make install` puts all three where shells look for them;\n"
        "otherwise put the text into a file that your shell reads.\n",
    .examples = {{"source <(workbench completion bash)", "in ~/.bashrc"},
                 {"source <(workbench completion zsh)", "in ~/.zshrc, after compinit"},
                 {"workbench completion fish > ~/.config/fish/completions/workbench.fish", "once"}},
    .run = run_completion,
};
