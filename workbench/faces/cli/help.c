#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "cli/command.h"

static const char puzzles_text[] =
    "PUZZLE is a slug (01-map), a number (1), a number in another set (mojo:3) or the\n"
    "start of a name (map). Without it: the puzzle you worked on last, else the first\n"
    "unsolved one.\n";

static const char exit_text[] =
    "Exit codes\n"
    "  0  accepted, or done          3  the course or a puzzle has a mistake\n"
    "  1  not accepted               4  something is missing here (workbench doctor)\n"
    "  2  wrong usage                5  the judge failed      130  interrupted\n";

static void print_option(const struct wb_option *option) {
  struct wb_str left;
  wb_str_init(&left);
  if (option->letter != 0)
    wb_str_addf(&left, "-%c, ", option->letter);
  else
    wb_str_add(&left, "    ");
  wb_str_addf(&left, "--%s", option->name);
  if (option->argument != NULL) wb_str_addf(&left, " %s", option->argument);
  if (left.length <= 24)
    printf("  %-24s  %s\n", left.data, option->help);
  else
    printf("  %s\n  %-24s  %s\n", left.data, "", option->help);
  wb_str_release(&left);
}

static void print_options(const char *title, const struct wb_option *options, size_t max) {
  if (max == 0 || options[0].name == NULL) return;
  printf("\n%s\n", title);
  for (size_t i = 0; i < max && options[i].name != NULL; i++) print_option(&options[i]);
}

static void print_examples(const struct wb_command *command) {
  puts("\nExamples");
  for (size_t i = 0; i < WB_MAX_COMMAND_EXAMPLES && command->shell.examples[i].line != NULL; i++)
    printf("  %s\n      %s\n", command->shell.examples[i].line, command->shell.examples[i].meaning);
}

void wb_help_command(const struct wb_command *command) {
  printf("workbench %s: %s\n\n", command->name, command->shell.summary);
  printf("Usage: workbench %s%s%s [options]\n", command->name,
         command->shell.operand != NULL ? " " : "",
         command->shell.operand != NULL ? command->shell.operand : "");
  if (command->shell.details != NULL) printf("\n%s", command->shell.details);
  if (command->shell.operand != NULL && strstr(command->shell.operand, "PUZZLE") != NULL)
    printf("\n%s", puzzles_text);
  print_options("Options", command->shell.options, WB_MAX_COMMAND_OPTIONS);
  print_options("Options of every command", wb_global_options, wb_n_global_options);
  print_examples(command);
  printf("\n%s", exit_text);
}

void wb_help_general(void) {
  puts("workbench: learn GPU programming by solving puzzles\n");
  puts("Usage: workbench [COMMAND] [options]\n\nCommands");
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_of_shell); command != NULL;
       command = wb_next_command(command, wb_is_of_shell))
    printf("  %-10s  %s\n", command->name, command->shell.summary);
  print_options("Options of every command", wb_global_options, wb_n_global_options);
  puts("\nExamples");
  puts("  workbench                   opens the workbench in this terminal");
  puts("  workbench run map           judges your kernel for the puzzle 01-map");
  puts("  workbench help run          explains a command, with examples");
  printf("\n%s\n%s", puzzles_text, exit_text);
}
