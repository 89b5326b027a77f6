/* workbench(1), in the man(7) macros that groff and mandoc both know. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"

/* Text that the formatter leaves as it is: no escapes, no requests at the
 * start of a line, and hyphens that stay what a person can copy. */
static void print_text(const char *text, size_t length) {
  static const char plain[] = "\\-\"'`^~";
  static const char *const escapes[] = {"\\e", "\\-", "\\(dq", "\\(aq", "\\(ga", "\\(ha", "\\(ti"};
  bool start = true;
  for (size_t i = 0; i < length; i++) {
    const char *special = strchr(plain, text[i]);
    if (start && text[i] == '.') fputs("\\&", stdout);
    start = text[i] == '\n';
    if (special != NULL)
      fputs(escapes[special - plain], stdout);
    else
      putchar(text[i]);
  }
}

static void print_all(const char *text) { print_text(text, strlen(text)); }

static void print_bold(const char *text) {
  fputs("\\fB", stdout);
  print_all(text);
  fputs("\\fR", stdout);
}

/* Paragraphs of help: those whose lines are indented stay as they are. */
static void print_details(const char *text) {
  while (*text != '\0') {
    const char *end = strstr(text, "\n\n");
    size_t length = end != NULL ? (size_t)(end - text) + 1 : strlen(text);
    bool literal = *text == ' ';
    puts(literal ? ".PP\n.nf" : ".PP");
    print_text(text, length);
    if (literal) puts(".fi");
    text += length;
    text += strspn(text, "\n");
  }
}

static void print_option(const struct wb_option *option) {
  puts(".TP");
  if (option->letter != 0) printf("\\fB\\-%c\\fR, ", option->letter);
  fputs("\\fB\\-\\-", stdout);
  print_all(option->name);
  fputs("\\fR", stdout);
  if (option->argument != NULL) {
    fputs(" \\fI", stdout);
    print_all(option->argument);
    fputs("\\fR", stdout);
  }
  putchar('\n');
  print_all(option->help);
  puts(option->repeats ? " (may be repeated)" : "");
}

static void print_command(const struct wb_command *command) {
  fputs(".SS ", stdout);
  print_all(command->name);
  fputs("\n\\fBworkbench ", stdout);
  print_all(command->name);
  fputs("\\fR", stdout);
  if (command->shell.operand != NULL) {
    fputs(" \\fI", stdout);
    print_all(command->shell.operand);
    fputs("\\fR", stdout);
  }
  puts(wb_count_options(command) > 0 ? " [options]\n.PP" : "\n.PP");
  print_all(command->shell.summary);
  putchar('\n');
  if (command->shell.details != NULL) print_details(command->shell.details);
  for (size_t i = 0; i < wb_count_options(command); i++) print_option(&command->shell.options[i]);
}

static void print_examples(void) {
  puts(".SH EXAMPLES");
  for (size_t c = 0; c < wb_n_commands; c++)
    for (size_t i = 0; i < wb_count_examples(wb_commands[c].shell.examples); i++) {
      puts(".TP");
      print_bold(wb_commands[c].shell.examples[i].line);
      putchar('\n');
      print_all(wb_commands[c].shell.examples[i].meaning);
      putchar('\n');
    }
}

static void print_pairs(const char *title, const char *const pairs[][2], size_t count) {
  printf(".SH %s\n", title);
  for (size_t i = 0; i < count; i++) {
    puts(".TP");
    print_bold(pairs[i][0]);
    putchar('\n');
    print_all(pairs[i][1]);
    putchar('\n');
  }
}

static const char *const exits[][2] = {
    {"0", "accepted, clean, or done"},
    {"1", "not accepted, or findings"},
    {"2", "wrong usage: an unknown command, option, puzzle or file"},
    {"3", "the course or a puzzle spec has a mistake"},
    {"4", "something is missing on this machine; workbench doctor says what"},
    {"5", "the judge failed: never the learner's fault"},
    {"130", "interrupted by Ctrl-C; nothing that was started is left running"}};

static const char *const variables[][2] = {
    {"WORKBENCH_COURSE", "the course (else the one around the current folder, else the program's)"},
    {"WORKBENCH_WORK", "the folder of your kernels"},
    {"WORKBENCH_JOBS",
     "how many processes share a large launch's work-groups on the emulator "
     "(default: one for each processor)"},
    {"WORKBENCH_LIBEXEC", "where the judge's and the devices' programs are"},
    {"XDG_STATE_HOME",
     "progress is kept in $XDG_STATE_HOME/gpu-workbench (default ~/.local/state)"},
    {"VISUAL, EDITOR", "your editor (else nano or vi)"},
    {"WORKBENCH_BACKGROUND", "colours for a light or a dark terminal (else by $COLORFGBG, else it is asked)"},
    {"NO_COLOR, TERM, COLUMNS", "as usual"}};

void wb_cli_man_page(void) {
  puts(".TH WORKBENCH 1 \"\" \"workbench " WB_VERSION
       "\" \"User Commands\"\n"
       ".SH NAME\nworkbench \\- learn GPU programming by solving puzzles\n"
       ".SH SYNOPSIS\n\\fBworkbench\\fR [\\fIcommand\\fR] [options]\n"
       ".SH DESCRIPTION\nA terminal workbench in which OpenCL C kernels are written and judged. An "
       "emulator that\nchecks every access decides what is right; where there is a GPU, the same "
       "kernel also runs\nthere. Without a command the workbench opens in the terminal.\n"
       ".PP\n\\fIPUZZLE\\fR is a slug (01\\-map), a number (1), a number in another set (mojo:3) "
       "or the\nstart of a name (map). Without it, it is the puzzle that you worked on last, else "
       "the first\nunsolved one.\n"
       ".PP\nOptions may stand before or after operands; \\fB\\-\\-\\fR ends them; "
       "\\fB\\-\\-name value\\fR and\n\\fB\\-\\-name=value\\fR are the same.\n"
       ".SH OPTIONS\nThese belong to every command.");
  for (size_t i = 0; i < wb_n_global_options; i++) print_option(&wb_global_options[i]);
  puts(".SH COMMANDS");
  for (size_t i = 0; i < wb_n_commands; i++)
    if (wb_is_of_shell(&wb_commands[i])) print_command(&wb_commands[i]);
  print_pairs("EXIT STATUS", exits, sizeof exits / sizeof exits[0]);
  print_pairs("ENVIRONMENT", variables, sizeof variables / sizeof variables[0]);
  print_examples();
}
