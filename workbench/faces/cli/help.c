#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/command.h"
#include "report/report.h"
#include "text/wrap.h"

static const char puzzles_text[] =
    "PUZZLE is a slug (01-map), a number (1), a number in another set (mojo:3) or the\n"
    "start of a name (map). Without it: the puzzle you worked on last, else the first\n"
    "unsolved one.\n";

static const char exit_text[] =
    "Exit codes\n"
    "  0  accepted, or done          3  the course or a puzzle has a mistake\n"
    "  1  not accepted               4  something is missing here (workbench doctor)\n"
    "  2  wrong usage                5  the judge failed      130  interrupted\n";

/* A terminal's width, where nobody knows of another: help is read in pagers, too. */
enum { HELP_COLUMNS = 80, OPTION_COLUMNS = 28 };

/* Words, wrapped to HELP_COLUMNS, behind an indent that the first line has already. */
static void print_words(const char *text, size_t length, size_t indent) {
  const struct wb_report_style plain = {.unicode = true, .width = HELP_COLUMNS};
  struct wb_document document = {0};
  struct wb_wrap wrap;
  struct wb_str out;
  wb_str_init(&out);
  wb_wrap_init(&wrap, &document, HELP_COLUMNS);
  for (size_t i = 0; i < indent; i++) wb_str_add_char(&wrap.indent, ' ');
  wb_wrap_text(&wrap, WB_STYLE_PLAIN, text, length);
  wb_wrap_end_line(&wrap);
  wb_styled_to_ansi(&document, &plain, &out);
  fputs(out.length > indent ? out.data + indent : "", stdout);
  wb_str_release(&out);
  wb_wrap_release(&wrap);
  wb_document_release(&document);
}

/* Paragraphs; lines that begin with a blank stay as they are. */
static void print_details(const char *text) {
  while (*text != '\0') {
    const char *end = text;
    const bool as_is = *text == ' ' || *text == '\n';
    do end += strcspn(end, "\n") + 1;
    while (!as_is && *end != '\0' && *end != '\n' && *end != ' ');
    char *paragraph = wb_strndup(text, (size_t)(end - text) - 1);
    for (char *at = paragraph; *at != '\0'; at++)
      if (*at == '\n') *at = ' ';
    if (as_is)
      puts(paragraph);
    else
      print_words(paragraph, strlen(paragraph), 0);
    free(paragraph);
    text = end;
  }
}

/* A command line; a long one goes on after a backslash, before one of its options. */
static void print_example_line(const char *line) {
  size_t column = 2;
  fputs("  ", stdout);
  while (*line != '\0') {
    const char *end = strstr(line + 1, " -");
    const size_t length = end != NULL ? (size_t)(end - line) : strlen(line);
    if (column > 2 && column + length + 2 > HELP_COLUMNS) {
      fputs(" \\\n     ", stdout);
      column = 5;
    }
    printf("%.*s", (int)length, line);
    column += length;
    line += length;
  }
  putchar('\n');
}

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
    printf("  %-24s  ", left.data);
  else
    printf("  %s\n  %-24s  ", left.data, "");
  print_words(option->help, strlen(option->help), OPTION_COLUMNS);
  wb_str_release(&left);
}

static void print_options(const char *title, const struct wb_option *options, size_t max) {
  if (max == 0) return;
  printf("\n%s\n", title);
  for (size_t i = 0; i < max; i++) print_option(&options[i]);
}

static void print_examples(const struct wb_command *command) {
  puts("\nExamples");
  for (size_t i = 0; i < wb_count_examples(command->shell.examples); i++) {
    print_example_line(command->shell.examples[i].line);
    printf("      %s\n", command->shell.examples[i].meaning);
  }
}

void wb_cli_help_command(const struct wb_command *command) {
  struct wb_str title;
  wb_str_init(&title);
  wb_str_addf(&title, "workbench %s: %s", command->name, command->shell.summary);
  print_words(title.data, title.length, 0);
  wb_str_release(&title);
  putchar('\n');
  printf("Usage: workbench %s%s%s [options]\n", command->name,
         command->shell.operand != NULL ? " " : "",
         command->shell.operand != NULL ? command->shell.operand : "");
  if (command->shell.details != NULL) {
    putchar('\n');
    print_details(command->shell.details);
  }
  if (command->shell.operand != NULL && strstr(command->shell.operand, "PUZZLE") != NULL)
    printf("\n%s", puzzles_text);
  print_options("Options", command->shell.options, wb_count_options(command));
  print_options("Options of every command", wb_global_options, wb_n_global_options);
  print_examples(command);
  printf("\n%s", exit_text);
}

static void print_commands(enum wb_purpose purpose) {
  printf("\n%s\n", wb_purpose_title(purpose));
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_of_shell); command != NULL;
       command = wb_next_command(command, wb_is_of_shell)) {
    if (wb_command_purpose(command) != purpose) continue;
    printf("  %-10s  ", command->name);
    print_words(command->shell.summary, strlen(command->shell.summary), 14);
  }
}

void wb_cli_help_general(void) {
  puts("workbench: learn GPU programming by solving puzzles\n");
  puts("Usage: workbench [COMMAND] [options]");
  for (int purpose = WB_PURPOSE_LEARNING; purpose < WB_PURPOSES; purpose++)
    print_commands((enum wb_purpose)purpose);
  print_options("Options of every command", wb_global_options, wb_n_global_options);
  puts("\nExamples");
  puts("  workbench                   opens the workbench in this terminal");
  puts("  workbench ui --from cuda    shows the words that you know, too, from now on");
  puts("  workbench run map           judges your kernel for the puzzle 01-map");
  puts("  workbench help run          explains a command, with examples");
  printf("\n%s\n%s", puzzles_text, exit_text);
}
