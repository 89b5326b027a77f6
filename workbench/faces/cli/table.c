#include <string.h>

#include "cli/command.h"

const struct wb_option wb_global_options[] = {
    {.name = "course",
     .argument = "COURSE",
     .kind = WB_OPTION_TEXT,
     .help =
         "the course: a folder, an archive, or a name (default: $WORKBENCH_COURSE, else the one "
         "around here)"},
    {.name = "color",
     .argument = "auto|always|never",
     .kind = WB_OPTION_CHOICE,
     .help = "colours (auto: on a terminal, unless $NO_COLOR is set)"},
    {.name = "help", .letter = 'h', .kind = WB_OPTION_FLAG, .help = "what a command does"},
    {.name = "version", .letter = 'V', .kind = WB_OPTION_FLAG, .help = "the version"},
};
const size_t wb_n_global_options = sizeof wb_global_options / sizeof wb_global_options[0];
_Static_assert(sizeof wb_global_options / sizeof wb_global_options[0] <= WB_CLI_MAX_GLOBALS,
               "wb_invocation.globals is too small");

const struct wb_command *wb_cli_command_default(void) { return wb_command_named("ui"); }

const struct wb_command *wb_cli_command_find(const char *name) {
  const struct wb_command *command = wb_command_named(name);
  return command != NULL && wb_is_of_shell(command) ? command : NULL;
}
