/* Completion in shells, and the manual page: made from the command table, so
 * that they know what the program knows. */
#ifndef WB_CLI_COMPLETE_H
#define WB_CLI_COMPLETE_H

#include "cli/command.h"

/* What can stand where a value or an operand is asked for. */
enum wb_complete_kind {
  WB_COMPLETE_NOTHING, /* anything, which no shell can guess */
  WB_COMPLETE_FILES,
  WB_COMPLETE_FOLDERS,
  WB_COMPLETE_WORDS, /* of `words` */
  WB_COMPLETE_PUZZLES,
  WB_COMPLETE_COMMANDS
};
struct wb_complete {
  enum wb_complete_kind kind;
  const char *words; /* "a|b|c" */
};
struct wb_complete wb_complete_value(const struct wb_option *option);
struct wb_complete wb_complete_operand(const struct wb_command *command);

/* Calls `each` for every word of "a|b|c". */
void wb_complete_words(const char *words, void (*each)(const char *word, size_t length, void *data),
                       void *data);

/* A shell's script on stdout. */
struct wb_complete_shell {
  const char *name; /* "bash" */
  void (*print)(void);
};
extern const struct wb_complete_shell wb_complete_shells[];
extern const size_t wb_n_complete_shells;
void wb_complete_bash(void);
void wb_complete_zsh(void);
void wb_complete_fish(void);

/* workbench(1) in man(7)'s macros on stdout. */
void wb_man_page(void);

#endif
