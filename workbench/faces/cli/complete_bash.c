#include <stdio.h>

#include "cli/complete.h"

static void print_word(const char *word, size_t length, void *data) {
  (void)data;
  printf("%.*s ", (int)length, word);
}

/* The command that fills COMPREPLY for the word under the cursor. */
static void print_reply(struct wb_complete complete) {
  static const char *const commands[] = {
      [WB_COMPLETE_NOTHING] = ":",
      [WB_COMPLETE_FILES] =
          "mapfile -t COMPREPLY < <(compgen -f -- \"$cur\"); "
          "compopt -o filenames 2>/dev/null",
      [WB_COMPLETE_FOLDERS] =
          "mapfile -t COMPREPLY < <(compgen -d -- \"$cur\"); "
          "compopt -o filenames 2>/dev/null",
      [WB_COMPLETE_PUZZLES] = "_workbench_words $(_workbench_puzzles)",
      [WB_COMPLETE_COMMANDS] = "_workbench_words $commands"};
  if (complete.kind == WB_COMPLETE_WORDS) {
    printf("_workbench_words ");
    wb_complete_words(complete.words, print_word, NULL);
  } else {
    printf("%s", commands[complete.kind]);
  }
}

static void print_names(const struct wb_option *option) {
  if (option->letter != 0) printf("-%c | ", option->letter);
  printf("--%s", option->name);
}

/* "run:--file | run:-f) …": what follows an option that takes a value. */
static void print_value_case(const struct wb_option *option) {
  if (option->argument == NULL) return;
  printf("        ");
  print_names(option);
  printf(") ");
  print_reply(wb_complete_value(option));
  printf("; return ;;\n");
}

static void print_options(const struct wb_option *options, size_t count) {
  for (size_t i = 0; i < count; i++) printf("--%s ", options[i].name);
}

static void print_command(const struct wb_command *command) {
  const size_t count = wb_count_options(command);
  printf("    %s)\n      case $prev in\n", command->name);
  for (size_t i = 0; i < count; i++) print_value_case(&command->shell.options[i]);
  printf("      esac\n      options=\"$options ");
  print_options(command->shell.options, count);
  printf("\"\n      [[ $cur == -* ]] || { ");
  print_reply(wb_complete_operand(command));
  printf("; return; }\n      ;;\n");
}

void wb_complete_bash(void) {
  printf(
      "# Completion of workbench for bash; made by `workbench completion bash`.\n"
      "# Words in $COMP_WORDBREAKS (= and :) end a word, so --name=value comes as three.\n"
      "_workbench_puzzles() {\n"
      "  workbench list --json 2>/dev/null |\n"
      "    sed -n 's/.*\"puzzle\": *\"\\([^\"]*\\)\".*/\\1/p'\n"
      "}\n"
      "_workbench_words() {\n"
      "  mapfile -t COMPREPLY < <(compgen -W \"$*\" -- \"$cur\")\n"
      "}\n"
      "_workbench() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command= word i\n"
      "  local commands=\"");
  const struct wb_command *first = wb_next_command(NULL, wb_is_of_shell);
  for (const struct wb_command *command = first; command != NULL;
       command = wb_next_command(command, wb_is_of_shell))
    printf("%s%s", command != first ? " " : "", command->name);
  printf("\"\n  local options=\"");
  print_options(wb_global_options, wb_n_global_options);
  printf(
      "\"\n"
      "  [[ $cur == = ]] && cur=\n"
      "  [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
      "    word=${COMP_WORDS[i]}\n"
      "    [[ \" $commands \" == *\" $word \"* ]] && command=$word && break\n"
      "  done\n"
      "  case $prev in\n");
  for (size_t i = 0; i < wb_n_global_options; i++) print_value_case(&wb_global_options[i]);
  printf(
      "  esac\n  case $command in\n"
      "    '') [[ $cur == -* ]] || { _workbench_words $commands; return; } ;;\n");
  for (size_t i = 0; i < wb_n_commands; i++)
    if (wb_is_of_shell(&wb_commands[i])) print_command(&wb_commands[i]);
  printf("  esac\n  _workbench_words $options\n}\ncomplete -F _workbench workbench\n");
}
