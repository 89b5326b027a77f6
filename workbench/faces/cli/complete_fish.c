#include <stdio.h>

#include "cli/complete.h"

static void print_quoted(const char *text) {
  putchar('\'');
  for (; *text != '\0'; text++) {
    if (*text == '\'' || *text == '\\') putchar('\\');
    putchar(*text);
  }
  putchar('\'');
}

static void print_word(const char *word, size_t length, void *data) {
  (void)data;
  printf("%.*s ", (int)length, word);
}

/* The options of `complete` that say what a value or an operand can be. */
static void print_source(struct wb_complete complete) {
  static const char *const sources[] = {
      [WB_COMPLETE_NOTHING] = "-x",
      [WB_COMPLETE_FILES] = "-r -F",
      [WB_COMPLETE_FOLDERS] = "-x -a '(__fish_complete_directories)'",
      [WB_COMPLETE_PUZZLES] = "-x -a '(__workbench_puzzles)'",
      [WB_COMPLETE_COMMANDS] = "-x -a '$__workbench_commands'"};
  if (complete.kind == WB_COMPLETE_WORDS) {
    printf("-x -a '");
    wb_complete_words(complete.words, print_word, NULL);
    putchar('\'');
  } else {
    printf("%s", sources[complete.kind]);
  }
}

static void print_option(const struct wb_option *option, const char *condition) {
  printf("complete -c workbench %s -l %s", condition, option->name);
  if (option->letter != 0) printf(" -s %c", option->letter);
  printf(" -d ");
  print_quoted(option->help);
  if (option->argument != NULL) {
    putchar(' ');
    print_source(wb_complete_value(option));
  }
  putchar('\n');
}

static void print_command(const struct wb_command *command) {
  const struct wb_complete operand = wb_complete_operand(command);
  char condition[96];
  printf("complete -c workbench -n __fish_use_subcommand -a %s -d ", command->name);
  print_quoted(command->shell.summary);
  putchar('\n');
  snprintf(condition, sizeof condition, "-n '__fish_seen_subcommand_from %s'", command->name);
  for (size_t i = 0; i < wb_count_options(command); i++)
    print_option(&command->shell.options[i], condition);
  if (operand.kind == WB_COMPLETE_NOTHING) return;
  printf("complete -c workbench %s ", condition);
  print_source(operand);
  putchar('\n');
}

void wb_complete_fish(void) {
  printf(
      "# Completion of workbench for fish; made by `workbench completion fish`.\n"
      "function __workbench_puzzles\n"
      "  workbench list --json 2>/dev/null |\n"
      "    string match -rg '\"puzzle\": *\"([^\"]*)\"'\n"
      "end\n"
      "set -g __workbench_commands");
  for (size_t i = 0; i < wb_n_commands; i++)
    if (wb_is_of_shell(&wb_commands[i])) printf(" %s", wb_commands[i].name);
  printf("\ncomplete -c workbench -f\n");
  for (size_t i = 0; i < wb_n_global_options; i++) print_option(&wb_global_options[i], "");
  for (size_t i = 0; i < wb_n_commands; i++)
    if (wb_is_of_shell(&wb_commands[i])) print_command(&wb_commands[i]);
}
