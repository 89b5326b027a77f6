#include <string.h>

#include "commands/command.h"

/* Lists of a row, which most rows do not have: a table with room for them in each row would
 * cost every start the time to fill its pages. */
#define WB_OPTIONS(...)           \
  (const struct wb_option[]) {    \
    __VA_ARGS__, { .name = NULL } \
  }
#define WB_EXAMPLES(...)          \
  (const struct wb_example[]) {   \
    __VA_ARGS__, { .line = NULL } \
  }

/* ---- options that several commands have ---- */

#define WB_RUN_OPTION_DEVICE                                                                   \
  {                                                                                            \
    .name = "device", .letter = 'd', .argument = "DEVICE",                                     \
    .help = "emulator (default), opencl, opencl:P.D or part of a name", .kind = WB_OPTION_TEXT \
  }
#define WB_RUN_OPTION_SCHEDULE                                                                   \
  {                                                                                              \
    .name = "schedule", .argument = "forward|reverse|shuffle:SEED|interleave:SEED|stale",        \
    .help = "order of work-items on the emulator (default: forward)", .kind = WB_OPTION_SCHEDULE \
  }
#define WB_RUN_OPTION_SANDBOX                                                      \
  {                                                                                \
    .name = "sandbox", .argument = "on|off",                                       \
    .help = "walls around kernels (default: on, as far as this machine has them)", \
    .kind = WB_OPTION_CHOICE                                                       \
  }
#define WB_OPTION_ASSIGNMENT                                               \
  {                                                                        \
    .name = "assignment", .argument = "NAME", .kind = WB_OPTION_TEXT,      \
    .help = "only the puzzles of that assignment, and what they are worth" \
  }
#define WB_OPTION_SIDE_BY_SIDE                                               \
  {                                                                          \
    .name = "side-by-side", .letter = 's', .kind = WB_OPTION_FLAG,           \
    .help = "in two columns, where the terminal is wide enough (76 columns)" \
  }

/* How a command reports: what it did, or a list of results; check has one more format. */
#define WB_FORMAT(name) "|" #name
#define WB_FORMAT_OF_LISTS(name)
static const char formats_of_one[] = ""
#include "commands/formats.inc"
    ;
#define WB_FORMAT(name) "|" #name
static const char formats_of_lists[] = ""
#include "commands/formats.inc"
    ;
#define WB_FORMAT(name) "|" #name
static const char formats_of_checks[] =
    ""
#include "commands/formats.inc"
    "|markdown";
static const char formats_of_grades[] = ""
#define WB_GRADE_FORMAT(id, word, roster) "|" word
#include "commands/grade_formats.inc"
    ;
#define WB_OPTION_FORMAT_AMONG(formats)                                                   \
  {                                                                                       \
    .name = "format", .argument = &(formats)[1], .help = "how to report (default: text)", \
    .kind = WB_OPTION_CHOICE                                                              \
  }
#define WB_OPTION_FORMAT WB_OPTION_FORMAT_AMONG(formats_of_one)
#define WB_OPTION_FORMAT_OF_LISTS WB_OPTION_FORMAT_AMONG(formats_of_lists)
#define WB_OPTION_FORMAT_OF_CHECKS WB_OPTION_FORMAT_AMONG(formats_of_checks)
#define WB_OPTION_JSON \
  { .name = "json", .kind = WB_OPTION_FLAG, .help = "short for --format json" }

/* The kinds of puzzles, and all of them with what they are, as "kernel: learners write a kernel".
 */
static const char kinds_of_puzzles[] = ""
#define WB_PUZZLE_KIND(name, meaning, base, ending) "|" #name
#include "commands/kinds.inc"
    ;
static const char meanings_of_kinds[] = "what learners do (default: the first)"
#define WB_PUZZLE_KIND(name, meaning, base, ending) "; " #name ": " meaning
#include "commands/kinds.inc"
    ;

/* ---- sentences that several rows have ---- */

#define WB_TOLD_WHOLE "Here texts are read from their start: kernel, lesson, result."
#define WB_NO_PANES "There are no panes here: each command reads its own."
#define WB_NO_HURRY "Here a step is read when you ask for it."
#define WB_NUMBERS_CHANGE "Puzzles get other numbers: quit, and do it in a shell."

#define WB_COMMAND(name_, topic_, parts) {.name = name_, .topic = topic_, parts},
#define WB_SHELL(id, ...) .shell = {__VA_ARGS__},
#define WB_KEY(id, ...) .key = {__VA_ARGS__},
#define WB_LINE(id, ...) .line = {__VA_ARGS__},
#define WB_SPOKEN(id, ...) .spoken = {__VA_ARGS__},
#define WB_INSTEAD(type_, why_) .instead = {.type = type_, .why = why_},

const struct wb_command wb_commands[] = {
#include "commands/commands.inc"
};
const size_t wb_n_commands = sizeof wb_commands / sizeof wb_commands[0];

const char *wb_topic_title(enum wb_topic topic) {
  static const char *const titles[WB_TOPICS] = {
      [WB_TOPIC_PUZZLES] = "Puzzles",
      [WB_TOPIC_READING] = "Reading",
      [WB_TOPIC_WORKING] = "Working",
      [WB_TOPIC_VERSIONS] = "Versions",
      [WB_TOPIC_UNDERSTANDING] = "Understanding",
      [WB_TOPIC_TRACE] = "The trace, what the work-items did",
      [WB_TOPIC_HELP] = "Help with the puzzle",
      [WB_TOPIC_AUTHORING] = "Writing puzzles",
      [WB_TOPIC_GRADING] = "Grading",
      [WB_TOPIC_OTHER] = "Other",
  };
  return titles[topic];
}

const char *wb_purpose_title(enum wb_purpose purpose) {
  static const char *const titles[WB_PURPOSES] = {
      [WB_PURPOSE_LEARNING] = "Learning",
      [WB_PURPOSE_OWN_KERNELS] = "Your own kernels and programs",
      [WB_PURPOSE_TEACHING] = "Teaching",
      [WB_PURPOSE_PROGRAM] = "The program itself",
  };
  return titles[purpose];
}

enum wb_purpose wb_command_purpose(const struct wb_command *command) {
  const bool is_other = command->topic == WB_TOPIC_OTHER;
  if (command->shell.purpose != WB_PURPOSE_OF_TOPIC) return command->shell.purpose;
  if (command->topic == WB_TOPIC_AUTHORING || command->topic == WB_TOPIC_GRADING)
    return WB_PURPOSE_TEACHING;
  return is_other ? WB_PURPOSE_PROGRAM : WB_PURPOSE_LEARNING;
}

const struct wb_command *wb_command_named(const char *name) {
  for (size_t i = 0; i < wb_n_commands; i++)
    if (strcmp(wb_commands[i].name, name) == 0) return &wb_commands[i];
  return NULL;
}

bool wb_is_of_shell(const struct wb_command *command) { return command->shell.summary != NULL; }

bool wb_is_key(const struct wb_command *command) { return command->key.help != NULL; }

bool wb_is_line(const struct wb_command *command) { return command->line.help != NULL; }

bool wb_is_spoken(const struct wb_command *command) { return command->spoken.help != NULL; }

size_t wb_count_options(const struct wb_command *command) {
  size_t count = 0;
  while (command->shell.options != NULL && command->shell.options[count].name != NULL) count++;
  return count;
}

const struct wb_command *wb_next_command(const struct wb_command *command,
                                         bool (*has)(const struct wb_command *command)) {
  size_t i = command != NULL ? (size_t)(command - wb_commands) + 1 : 0;
  while (i < wb_n_commands && !has(&wb_commands[i])) i++;
  return i < wb_n_commands ? &wb_commands[i] : NULL;
}

size_t wb_count_examples(const struct wb_example *examples) {
  size_t count = 0;
  while (examples != NULL && examples[count].line != NULL) count++;
  return count;
}
