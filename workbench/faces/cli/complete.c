#include "cli/complete.h"

#include <string.h>

const struct wb_complete_shell wb_complete_shells[] = {
    {"bash", wb_complete_bash}, {"zsh", wb_complete_zsh}, {"fish", wb_complete_fish}};
const size_t wb_n_complete_shells = sizeof wb_complete_shells / sizeof wb_complete_shells[0];

/* What the words that help shows for a value or an operand stand for. */
static const struct {
  const char *shown;
  struct wb_complete complete;
} meanings[] = {{"FILE", {WB_COMPLETE_FILES, NULL}},
                {"FILE.cl", {WB_COMPLETE_FILES, NULL}},
                {"FOLDER", {WB_COMPLETE_FOLDERS, NULL}},
                {"DEVICE", {WB_COMPLETE_WORDS, "emulator|opencl|cpu|gpu"}},
                {"PUZZLE", {WB_COMPLETE_PUZZLES, NULL}},
                {"COMMAND", {WB_COMPLETE_COMMANDS, NULL}},
                {"SHELL", {WB_COMPLETE_WORDS, "bash|zsh|fish"}}};

static struct wb_complete meaning_of(const char *shown, size_t length) {
  for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
    if (strlen(meanings[i].shown) == length && memcmp(meanings[i].shown, shown, length) == 0)
      return meanings[i].complete;
  return (struct wb_complete){WB_COMPLETE_NOTHING, NULL};
}

struct wb_complete wb_complete_value(const struct wb_option *option) {
  const char *shown = option->argument != NULL ? option->argument : "";
  if (option->kind == WB_OPTION_CHOICE) return (struct wb_complete){WB_COMPLETE_WORDS, shown};
  if (option->kind == WB_OPTION_SCHEDULE)
    return (struct wb_complete){WB_COMPLETE_WORDS, "forward|reverse|shuffle:1"};
  return meaning_of(shown, strlen(shown));
}

struct wb_complete wb_complete_operand(const struct wb_command *command) {
  const char *shown = command->shell.operand != NULL ? command->shell.operand : "";
  shown += *shown == '[';
  return meaning_of(shown, strcspn(shown, "]|"));
}

void wb_complete_words(const char *words, void (*each)(const char *word, size_t length, void *data),
                       void *data) {
  while (*words != '\0') {
    size_t length = strcspn(words, "|");
    each(words, length, data);
    words += length + (words[length] == '|');
  }
}
