#include "cli/complete_line.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/complete.h"

/* What is being completed. */
struct line {
  const char *begun;
  const struct wb_names *puzzles;
  struct wb_names *out;
};

static void add_candidate(const struct line *line, const char *word) {
  if (wb_starts_with(word, line->begun)) wb_names_add(line->out, word);
}

static void offer_word(const char *word, size_t length, void *data) {
  char *copy = wb_strndup(word, length);
  add_candidate(data, copy);
  free(copy);
}

static void offer_commands(const struct line *line) {
  for (size_t i = 0; i < wb_n_commands; i++)
    if (wb_is_of_shell(&wb_commands[i])) add_candidate(line, wb_commands[i].name);
}

static void offer_puzzles(const struct line *line) {
  for (size_t i = 0; i < line->puzzles->count; i++) add_candidate(line, line->puzzles->items[i]);
}

/* Names in the folder that `begun` names so far; folders end in a slash. */
static void offer_files(const struct line *line, bool folders_only) {
  const char *slash = strrchr(line->begun, '/');
  const size_t length = slash != NULL ? (size_t)(slash - line->begun) + 1 : 0;
  char *prefix = wb_strndup(line->begun, length);
  struct wb_names names;
  wb_names_init(&names);
  if (wb_directory_list(length > 0 ? prefix : ".", &names, NULL) == WB_OK) {
    for (size_t i = 0; i < names.count; i++) {
      char *path = wb_format("%s%s", prefix, names.items[i]);
      char *folder = wb_format("%s/", path);
      const bool is_folder = wb_is_directory(path);
      const bool hidden = names.items[i][0] == '.' && line->begun[length] != '.';
      if (!hidden && (is_folder || !folders_only)) add_candidate(line, is_folder ? folder : path);
      free(folder);
      free(path);
    }
  }
  wb_names_release(&names);
  free(prefix);
}

static void offer_all(struct line *line, struct wb_complete complete) {
  if (complete.kind == WB_COMPLETE_WORDS) wb_complete_words(complete.words, offer_word, line);
  if (complete.kind == WB_COMPLETE_PUZZLES) offer_puzzles(line);
  if (complete.kind == WB_COMPLETE_COMMANDS) offer_commands(line);
  if (complete.kind == WB_COMPLETE_FILES) offer_files(line, false);
  if (complete.kind == WB_COMPLETE_FOLDERS) offer_files(line, true);
}

static void offer_options(const struct line *line, const struct wb_option *options, size_t count) {
  for (size_t i = 0; i < count; i++) {
    char *name = wb_format("--%s", options[i].name);
    add_candidate(line, name);
    free(name);
  }
}

/* The option that `word` is, where it wants a value: "--device" or "-d". */
static const struct wb_option *valued_in(const struct wb_option *options, size_t count,
                                         const char *word) {
  for (size_t i = 0; i < count; i++) {
    const bool by_letter =
        options[i].letter != 0 && word[1] == options[i].letter && word[2] == '\0';
    const bool by_name = word[1] == '-' && strcmp(word + 2, options[i].name) == 0;
    if (options[i].argument != NULL && (by_letter || by_name)) return &options[i];
  }
  return NULL;
}

static const struct wb_option *valued_option(const struct wb_command *command, const char *word) {
  if (word[0] != '-' || word[1] == '\0') return NULL;
  const struct wb_option *option =
      valued_in(command->shell.options, wb_count_options(command), word);
  return option != NULL ? option : valued_in(wb_global_options, wb_n_global_options, word);
}

void wb_complete_line(const struct wb_names *words, const char *begun,
                      const struct wb_names *puzzles, struct wb_names *out) {
  struct line line = {begun, puzzles, out};
  const struct wb_command *command = words->count > 0 ? wb_command_find(words->items[0]) : NULL;
  if (words->count == 0) {
    offer_commands(&line);
    return;
  }
  if (command == NULL) return;
  const struct wb_option *valued = valued_option(command, words->items[words->count - 1]);
  if (valued != NULL) {
    offer_all(&line, wb_complete_value(valued));
  } else if (begun[0] == '-') {
    offer_options(&line, command->shell.options, wb_count_options(command));
    offer_options(&line, wb_global_options, wb_n_global_options);
  } else {
    offer_all(&line, wb_complete_operand(command));
  }
}
