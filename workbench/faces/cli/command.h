/* Commands of the command line: one file a command (cmd_*.c), one table
 * (table.c). Parsing, checking and help texts are made from the tables. */
#ifndef WB_CLI_COMMAND_H
#define WB_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "device/device.h"
#include "result/result.h"

/* What the program exits with. docs/cli.md explains them to people. */
enum wb_exit_code {
  WB_EXIT_OK = 0,
  WB_EXIT_NOT_ACCEPTED = 1,
  WB_EXIT_USAGE = 2,
  WB_EXIT_COURSE = 3,  /* a course or a puzzle spec has a mistake */
  WB_EXIT_MISSING = 4, /* a device, program, folder … is missing on this machine */
  WB_EXIT_JUDGE = 5,
  WB_EXIT_INTERRUPTED = 130
};
int wb_exit_of_status(enum wb_status status);
int wb_exit_of_result(const struct wb_result *result);

enum wb_option_kind {
  WB_OPTION_FLAG,
  WB_OPTION_TEXT,
  WB_OPTION_NUMBER,   /* a whole number from 0 */
  WB_OPTION_COUNT,    /* a whole number from 1 */
  WB_OPTION_CHOICE,   /* one of the words of `argument`, as "text|tap|json" */
  WB_OPTION_SCHEDULE, /* forward, reverse or shuffle:SEED */
  WB_OPTION_SIZES,    /* one to three whole numbers: 64,32 or 64x32 */
  WB_OPTION_SECONDS   /* a time above 0, with decimals: 0.5 */
};

struct wb_option {
  const char *name;     /* without the dashes */
  const char *argument; /* as help names it; NULL for a flag */
  const char *help;
  enum wb_option_kind kind;
  char letter;  /* of the short form, or 0 */
  bool repeats; /* may be given several times, all of which count */
};

struct wb_example {
  const char *line, *meaning;
};

enum {
  WB_CLI_MAX_OPTIONS = 24,
  WB_CLI_MAX_EXAMPLES = 8,
  WB_CLI_MAX_OPERANDS = 4,
  WB_CLI_MAX_REPEATED = 256
};

struct wb_invocation;

struct wb_command {
  const char *name;
  const char *summary; /* one line, for the list of commands */
  const char *operand; /* as usage shows it: "PUZZLE", "[PUZZLE]"; NULL: none */
  size_t max_operands;
  bool needs_operand;
  const char *details;                             /* paragraphs for its own help; may be NULL */
  struct wb_option options[WB_CLI_MAX_OPTIONS];    /* ends where the name is NULL */
  struct wb_example examples[WB_CLI_MAX_EXAMPLES]; /* likewise */
  int (*run)(const struct wb_invocation *invocation);
};

extern const struct wb_command wb_cmd_ui, wb_cmd_list, wb_cmd_show, wb_cmd_run, wb_cmd_check_all,
    wb_cmd_watch, wb_cmd_edit, wb_cmd_hint, wb_cmd_reset, wb_cmd_solution, wb_cmd_devices,
    wb_cmd_doctor, wb_cmd_help, wb_cmd_emulate, wb_cmd_trace, wb_cmd_completion, wb_cmd_cache,
    wb_cmd_diff, wb_cmd_history;

/* The table, in the order of help; wb_commands[0] runs where none is named. */
extern const struct wb_command *const wb_commands[];
extern const size_t wb_n_commands;
const struct wb_command *wb_command_find(const char *name);

/* Options that every command takes. */
extern const struct wb_option wb_global_options[];
extern const size_t wb_n_global_options;
enum { WB_CLI_MAX_GLOBALS = 6 };

/* A command line, parsed. Texts point into argv. */
struct wb_invocation {
  const struct wb_command *command;
  const char *operands[WB_CLI_MAX_OPERANDS];
  size_t n_operands;
  const char *values[WB_CLI_MAX_OPTIONS];  /* beside command->options; "" for a flag */
  const char *globals[WB_CLI_MAX_GLOBALS]; /* beside wb_global_options */
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

/* An option's value; NULL where it was not given. Asking for an option that
 * the command does not have is a bug. */
const char *wb_cli_value(const struct wb_invocation *invocation, const char *name);
bool wb_cli_flag(const struct wb_invocation *invocation, const char *name);

/* The values of an option that repeats, in their order; at most `max`. */
size_t wb_cli_values(const struct wb_invocation *invocation, const char *name, const char **values,
                     size_t max);

/* Of an option that the parser has checked; `otherwise` where not given. */
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
void wb_help_general(void);
void wb_help_command(const struct wb_command *command);

/* The whole program: parses, runs, flushes. */
int wb_cli_main(int argc, char **argv);

#endif
