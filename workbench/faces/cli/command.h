/* The shell: what stands on a command line, by the table of commands/command.h. One file a
 * command (cmd_*.c). */
#ifndef WB_CLI_COMMAND_H
#define WB_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "commands/command.h"
#include "device/device.h"
#include "session/exit_code.h"

struct wb_invocation;

/* What each row of the table does (commands/command.h). */
#define WB_SHELL(id, ...) int wb_shell_##id(const struct wb_invocation *invocation);
#include "commands/commands.inc"

enum { WB_CLI_MAX_OPERANDS = 4096, WB_CLI_MAX_REPEATED = 256 };

/* What runs where no command is named. */
const struct wb_command *wb_cli_command_default(void);

/* NULL: the shell has no such command. */
const struct wb_command *wb_cli_command_find(const char *name);

/* Options that every command takes. */
extern const struct wb_option wb_global_options[];
extern const size_t wb_n_global_options;
enum { WB_CLI_MAX_GLOBALS = 6 };

/* A command line, parsed. Texts point into argv. */
struct wb_invocation {
  const struct wb_command *command;
  const char *operands[WB_CLI_MAX_OPERANDS];
  size_t n_operands;
  bool is_bare_word; /* the operand stands where a command does: `workbench guards` */
  const char *values[WB_MAX_COMMAND_OPTIONS]; /* beside command->shell.options; "" for a flag */
  const char *globals[WB_CLI_MAX_GLOBALS];    /* beside wb_global_options */
  /* Every value of the options that may repeat, in the order of the line. */
  struct {
    const struct wb_option *option;
    const char *value;
  } repeated[WB_CLI_MAX_REPEATED];
  size_t n_repeated;
};

/* Parses and checks. WB_ERR_USAGE with the nearest known name. The command is
 * set also where the rest is wrong, as soon as it is known. */
enum wb_status wb_cli_parse(struct wb_invocation *invocation, int argc, char **argv,
                            struct wb_error *err);

/* WB_ERR_USAGE, with the nearest command. */
enum wb_status wb_cli_unknown_command(const char *word, struct wb_error *err);

/* An option's value; NULL where it was not given. Asking for an option that
 * the command does not have is a bug. */
const char *wb_cli_value(const struct wb_invocation *invocation, const char *name);
bool wb_cli_flag(const struct wb_invocation *invocation, const char *name);

/* --format json, or --json for short. */
bool wb_cli_wants_json(const struct wb_invocation *invocation);

/* Whether the text is one of several: "text|tap|json". */
bool wb_cli_is_choice(const char *choices, const char *text);

/* The values of an option that repeats, in their order; at most `max`. */
size_t wb_cli_values(const struct wb_invocation *invocation, const char *name, const char **values,
                     size_t max);

/* The value of an option that the parser has checked; `otherwise` where it is not given. */
/* As wb_cli_value, but NULL also where the command has no such option. */
const char *wb_cli_value_if_any(const struct wb_invocation *invocation, const char *name);
uint64_t wb_cli_number(const struct wb_invocation *invocation, const char *name,
                       uint64_t otherwise);
struct wb_schedule wb_cli_schedule(const struct wb_invocation *invocation, const char *name);
/* How many; 0 where not given: then all three are `otherwise`. */
unsigned wb_cli_sizes(const struct wb_invocation *invocation, const char *name, size_t otherwise,
                      size_t sizes[3]);
double wb_cli_seconds(const struct wb_invocation *invocation, const char *name, double otherwise);

const char *wb_cli_operand(const struct wb_invocation *invocation); /* the first, or NULL */

/* "workbench run: MESSAGE" on stderr, with the place before it where there is
 * one; returns the exit code of the error's status. */
int wb_cli_fail(const struct wb_invocation *invocation, const struct wb_error *err);

/* Help texts on stdout. */
void wb_cli_help_general(void);
void wb_cli_help_command(const struct wb_command *command);

/* workbench(1) in man(7)'s macros on stdout. */
void wb_cli_man_page(void);

/* The whole program: parses, runs, flushes. */
int wb_cli_main(int argc, char **argv);

#endif
