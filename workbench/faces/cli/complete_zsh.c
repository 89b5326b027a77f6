#include <stdio.h>

#include "cli/complete.h"

/* A text inside '…' that _arguments reads: [ ] : and \ mean something there. */
static void print_escaped(const char *text) {
  for (; *text != '\0'; text++) {
    if (*text == '\'')
      printf("'\\''");
    else if (*text == '[' || *text == ']' || *text == ':' || *text == '\\')
      printf("\\%c", *text);
    else
      putchar(*text);
  }
}

static void print_word(const char *word, size_t length, void *data) {
  (void)data;
  for (size_t i = 0; i < length; i++) printf(word[i] == ':' ? "\\:" : "%c", word[i]);
  putchar(' ');
}

static void print_action(struct wb_complete complete) {
  static const char *const actions[] = {[WB_COMPLETE_NOTHING] = " ",
                                        [WB_COMPLETE_FILES] = "_files",
                                        [WB_COMPLETE_FOLDERS] = "_files -/",
                                        [WB_COMPLETE_PUZZLES] = "_workbench_puzzles",
                                        [WB_COMPLETE_COMMANDS] = "_workbench_commands"};
  if (complete.kind == WB_COMPLETE_WORDS) {
    putchar('(');
    wb_complete_words(complete.words, print_word, NULL);
    putchar(')');
  } else {
    printf("%s", actions[complete.kind]);
  }
}

static void print_spec(const struct wb_option *option, const char *name) {
  printf("    '%s%s[", option->repeats ? "*" : "", name);
  print_escaped(option->help);
  putchar(']');
  if (option->argument != NULL) {
    putchar(':');
    print_escaped(option->argument);
    putchar(':');
    print_action(wb_complete_value(option));
  }
  printf("' \\\n");
}

static void print_option(const struct wb_option *option) {
  char name[64];
  const char *sign = option->argument == NULL ? "" : "=";
  snprintf(name, sizeof name, "--%s%s", option->name, sign);
  print_spec(option, name);
  if (option->letter == 0) return;
  snprintf(name, sizeof name, "-%c%s", option->letter, option->argument == NULL ? "" : "+");
  print_spec(option, name);
}

static void print_globals(void) {
  for (size_t i = 0; i < wb_n_global_options; i++) print_option(&wb_global_options[i]);
}

static void print_command(const struct wb_command *command) {
  printf("_workbench_%s() {\n  _arguments -s -S \\\n", command->name);
  for (size_t i = 0; i < wb_count_options(command); i++) print_option(&command->shell.options[i]);
  print_globals();
  if (command->shell.operand != NULL) {
    printf("    '::");
    print_escaped(command->shell.operand);
    putchar(':');
    print_action(wb_complete_operand(command));
    printf("' \\\n");
  }
  printf("    && return 0\n}\n");
}

static void print_commands(void) {
  printf("_workbench_commands() {\n  local -a commands=(\n");
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_of_shell); command != NULL;
       command = wb_next_command(command, wb_is_of_shell)) {
    printf("    '%s:", command->name);
    print_escaped(command->shell.summary);
    printf("'\n");
  }
  printf("  )\n  _describe -t commands command commands\n}\n");
}

void wb_complete_zsh(void) {
  printf(
      "#compdef workbench\n"
      "# Completion of workbench for zsh; made by `workbench completion zsh`.\n"
      "_workbench_puzzles() {\n"
      "  local -a puzzles=(${(f)\"$(workbench list --json 2>/dev/null |\n"
      "    sed -n 's/.*\"puzzle\": *\"\\([^\"]*\\)\".*/\\1/p')\"})\n"
      "  _describe -t puzzles puzzle puzzles\n"
      "}\n");
  print_commands();
  for (size_t i = 0; i < wb_n_commands; i++)
    if (wb_is_of_shell(&wb_commands[i])) print_command(&wb_commands[i]);
  printf(
      "_workbench() {\n"
      "  local curcontext=$curcontext state line\n"
      "  _arguments -s -S -C \\\n");
  print_globals();
  printf(
      "    '1:command:_workbench_commands' '*::argument:->arguments' && return 0\n"
      "  [[ $state == arguments ]] && (( $+functions[_workbench_$line[1]] )) &&\n"
      "    _workbench_$line[1]\n"
      "}\n"
      "if [[ $funcstack[1] == _workbench ]]; then _workbench \"$@\"; else compdef _workbench "
      "workbench; fi\n");
}
