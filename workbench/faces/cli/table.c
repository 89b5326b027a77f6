#include <string.h>

#include "cli/command.h"

const struct wb_command *const wb_commands[] = {
    &wb_cmd_ui,      &wb_cmd_list,      &wb_cmd_show,       &wb_cmd_edit,  &wb_cmd_run,
    &wb_cmd_watch,   &wb_cmd_hint,      &wb_cmd_solution,   &wb_cmd_reset, &wb_cmd_diff,
    &wb_cmd_history, &wb_cmd_check_all, &wb_cmd_emulate,    &wb_cmd_trace, &wb_cmd_devices,
    &wb_cmd_cache,   &wb_cmd_doctor,    &wb_cmd_completion, &wb_cmd_help,
};
const size_t wb_n_commands = sizeof wb_commands / sizeof wb_commands[0];

const struct wb_option wb_global_options[] = {
    {.name = "course",
     .argument = "FOLDER",
     .kind = WB_OPTION_TEXT,
     .help = "the course to use (default: $WORKBENCH_COURSE, else the one around here)"},
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

const struct wb_command *wb_command_find(const char *name) {
  for (size_t i = 0; i < wb_n_commands; i++)
    if (strcmp(wb_commands[i]->name, name) == 0) return wb_commands[i];
  return NULL;
}
