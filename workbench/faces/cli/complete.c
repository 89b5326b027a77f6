#include "cli/complete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/slug.h"
#include "base/str.h"
#include "course/course.h"
#include "session/session.h"
#include "session/glossary.h"

/* What else than words may stand there. */
enum file_names { NO_FILE_NAMES, ANY_FILE_NAMES, FOLDER_NAMES };

/* Words that begin as what is begun does, each with what it means ("": nothing to say). */
struct candidates {
  struct wb_names words, meanings;
  enum file_names files;
};

/* ---- what the words of help stand for ------------------------------------------------- */

/* What can stand where a value or an operand is asked for. */
enum complete_kind {
  COMPLETE_NOTHING, /* anything, which nobody can guess */
  COMPLETE_FILES,
  COMPLETE_FOLDERS,
  COMPLETE_COURSES,
  COMPLETE_WORDS, /* of `words` */
  COMPLETE_PUZZLES,
  COMPLETE_TERMS, /* of the glossary, word by word: "local" and then "memory" */
  COMPLETE_COMMANDS
};
struct complete_source {
  enum complete_kind kind;
  const char *words; /* "a|b|c" */
};

static const struct {
  const char *shown;
  struct complete_source source;
} meanings[] = {
    {"FILE", {COMPLETE_FILES, NULL}},       {"FILE.cl", {COMPLETE_FILES, NULL}},
    {"SCRIPT", {COMPLETE_FILES, NULL}},     {"FOLDER", {COMPLETE_FOLDERS, NULL}},
    {"COURSE", {COMPLETE_COURSES, NULL}},   {"DEVICE", {COMPLETE_WORDS, "emulator|opencl|cpu|gpu"}},
    {"PUZZLE", {COMPLETE_PUZZLES, NULL}},   {"WORD...", {COMPLETE_TERMS, NULL}},
    {"COMMAND", {COMPLETE_COMMANDS, NULL}}, {"SHELL", {COMPLETE_WORDS, "bash|zsh|fish"}}};

static struct complete_source meaning_of(const char *shown, size_t length) {
  for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
    if (strlen(meanings[i].shown) == length && memcmp(meanings[i].shown, shown, length) == 0)
      return meanings[i].source;
  return (struct complete_source){COMPLETE_NOTHING, NULL};
}

static struct complete_source source_of_value(const struct wb_option *option) {
  const char *shown = option->argument != NULL ? option->argument : "";
  if (option->kind == WB_OPTION_CHOICE) return (struct complete_source){COMPLETE_WORDS, shown};
  if (option->kind == WB_OPTION_SCHEDULE)
    return (struct complete_source){COMPLETE_WORDS, "forward|reverse|shuffle:1|interleave:1|stale"};
  return meaning_of(shown, strlen(shown));
}

static struct complete_source source_of_operand(const struct wb_command *command) {
  const char *shown = command->shell.operand != NULL ? command->shell.operand : "";
  shown += *shown == '[';
  return meaning_of(shown, strcspn(shown, "]| "));
}

/* ---- options that take a value ---------------------------------------------------------- */

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

/* `command` may be NULL: then there are only those that every command has. */
static const struct wb_option *valued_option(const struct wb_command *command, const char *word) {
  const struct wb_option *option = NULL;
  if (word[0] != '-' || word[1] == '\0') return NULL;
  if (command != NULL) option = valued_in(command->shell.options, wb_count_options(command), word);
  return option != NULL ? option : valued_in(wb_global_options, wb_n_global_options, word);
}

/* ---- candidates ------------------------------------------------------------------------ */

static void init_candidates(struct candidates *candidates) {
  wb_names_init(&candidates->words);
  wb_names_init(&candidates->meanings);
  candidates->files = NO_FILE_NAMES;
}

static void release_candidates(struct candidates *candidates) {
  wb_names_release(&candidates->words);
  wb_names_release(&candidates->meanings);
}

/* What is being completed. */
struct line {
  const char *stem;             /* of the word, before what is completed: "--format=" */
  const char *begun;            /* behind it */
  const struct wb_names *words; /* before it: the command first */
  const struct wb_names *puzzles;
  const char *course;
  struct candidates *out;
};

static void add_candidate(const struct line *line, const char *word, const char *meaning) {
  if (!wb_starts_with(word, line->begun)) return;
  char *whole = wb_format("%s%s", line->stem, word);
  wb_names_add(&line->out->words, whole);
  wb_names_add(&line->out->meanings, meaning);
  free(whole);
}

static void offer_words(const struct line *line, const char *words) {
  while (*words != '\0') {
    const size_t length = strcspn(words, "|");
    char *word = wb_strndup(words, length);
    add_candidate(line, word, "");
    free(word);
    words += length + (words[length] == '|');
  }
}

static void offer_commands(const struct line *line) {
  for (size_t i = 0; i < wb_n_commands; i++)
    if (wb_is_of_shell(&wb_commands[i]))
      add_candidate(line, wb_commands[i].name, wb_commands[i].shell.summary);
}

static void offer_puzzles(const struct line *line) {
  for (size_t i = 0; i < line->puzzles->count; i++) {
    const char *name = wb_slug_begun_as(line->puzzles->items[i], line->begun);
    if (name != NULL) add_candidate(line, name, "");
  }
}

/* By their names; a folder or an archive will do as well. */
static void offer_courses(const struct line *line) {
  struct wb_names paths;
  wb_names_init(&paths);
  wb_course_list(&paths);
  for (size_t i = 0; i < paths.count; i++) {
    char *name = wb_course_name_of(paths.items[i]);
    add_candidate(line, name, paths.items[i]);
    free(name);
  }
  wb_names_release(&paths);
  line->out->files = ANY_FILE_NAMES;
}

/* What of a term stands behind the operands that are typed already, in any case: "memory" of
 * "global memory" behind "Global"; NULL where it has other words there. */
static const char *rest_of_term(const char *term, const struct wb_names *words) {
  for (size_t i = 1; term != NULL && i < words->count; i++) {
    const char *typed = words->items[i];
    const size_t length = strlen(typed);
    if (typed[0] == '-' || valued_option(NULL, words->items[i - 1]) != NULL) continue;
    term = strncasecmp(term, typed, length) == 0 && term[length] == ' ' ? term + length + 1 : NULL;
  }
  return term;
}

/* The next word of each term: shells and the screen complete one word at a time. */
static void offer_terms(const struct line *line) {
  struct wb_course course = {0};
  struct wb_glossary glossary = {0};
  struct wb_error err = {0};
  if (wb_session_open_course(&course, line->course, &err) == WB_OK)
    wb_glossary_load(&course, &glossary, &err);
  for (size_t i = 0; i < glossary.count; i++) {
    const char *rest = rest_of_term(glossary.terms[i].word, line->words);
    if (rest == NULL) continue;
    char *word = wb_strndup(rest, strcspn(rest, " "));
    if (!wb_names_have(&line->out->words, word)) add_candidate(line, word, "");
    free(word);
  }
  wb_glossary_release(&glossary);
  wb_course_release(&course);
}

static void offer_source(const struct line *line, struct complete_source source) {
  if (source.kind == COMPLETE_WORDS) offer_words(line, source.words);
  if (source.kind == COMPLETE_PUZZLES) offer_puzzles(line);
  if (source.kind == COMPLETE_TERMS) offer_terms(line);
  if (source.kind == COMPLETE_COMMANDS) offer_commands(line);
  if (source.kind == COMPLETE_COURSES) offer_courses(line);
  if (source.kind == COMPLETE_FILES) line->out->files = ANY_FILE_NAMES;
  if (source.kind == COMPLETE_FOLDERS) line->out->files = FOLDER_NAMES;
}

static void offer_options(const struct line *line, const struct wb_option *options, size_t count) {
  for (size_t i = 0; i < count; i++) {
    char *name = wb_format("--%s", options[i].name);
    add_candidate(line, name, options[i].help);
    free(name);
  }
}

/* ---- where the word stands ----------------------------------------------------------------- */

/* "--name=value" that is being typed: completes the value. False: it is no such thing. */
static bool offer_value_behind_sign(struct line *line, const struct wb_command *command) {
  const char *sign = line->begun[0] == '-' ? strchr(line->begun, '=') : NULL;
  if (sign == NULL) return false;
  char *name = wb_strndup(line->begun, (size_t)(sign - line->begun));
  char *stem = wb_format("%s=", name);
  const struct wb_option *option = valued_option(command, name);
  line->begun = sign + 1;
  line->stem = stem;
  if (option != NULL) offer_source(line, source_of_value(option));
  line->stem = "";
  free(stem);
  free(name);
  return true;
}

/* What may stand there. */
static void find_candidates(struct line line) {
  const struct wb_names *words = line.words;
  const char *begun = line.begun;
  const bool first = words->count == 0;
  const struct wb_command *command = first ? NULL : wb_cli_command_find(words->items[0]);
  if (!first && command == NULL) return;
  const struct wb_option *valued =
      first ? NULL : valued_option(command, words->items[words->count - 1]);
  if (valued != NULL) {
    offer_source(&line, source_of_value(valued));
  } else if (offer_value_behind_sign(&line, command)) {
    /* done */
  } else if (begun[0] == '-') {
    if (!first) offer_options(&line, command->shell.options, wb_count_options(command));
    offer_options(&line, wb_global_options, wb_n_global_options);
  } else if (first) {
    offer_commands(&line);
  } else {
    offer_source(&line, source_of_operand(command));
  }
}

/* ---- the screen ------------------------------------------------------------------------- */

/* Names in the folder that `begun` names so far; folders end in a slash. */
static void add_files(const char *begun, bool folders_only, struct wb_names *out) {
  const char *slash = strrchr(begun, '/');
  const size_t length = slash != NULL ? (size_t)(slash - begun) + 1 : 0;
  char *prefix = wb_strndup(begun, length);
  struct wb_names names;
  wb_names_init(&names);
  if (wb_directory_list(length > 0 ? prefix : ".", &names, NULL) == WB_OK) {
    for (size_t i = 0; i < names.count; i++) {
      char *path = wb_format("%s%s", prefix, names.items[i]);
      char *folder = wb_format("%s/", path);
      const bool is_folder = wb_is_directory(path);
      const bool hidden = names.items[i][0] == '.' && begun[length] != '.';
      if (!hidden && (is_folder || !folders_only) && wb_starts_with(path, begun))
        wb_names_add(out, is_folder ? folder : path);
      free(folder);
      free(path);
    }
  }
  wb_names_release(&names);
  free(prefix);
}

void wb_complete_line(const struct wb_names *words, const char *begun,
                      const struct wb_names *puzzles, const char *course, struct wb_names *out) {
  struct candidates candidates;
  init_candidates(&candidates);
  find_candidates((struct line){"", begun, words, puzzles, course, &candidates});
  for (size_t i = 0; i < candidates.words.count; i++) wb_names_add(out, candidates.words.items[i]);
  if (candidates.files != NO_FILE_NAMES) add_files(begun, candidates.files == FOLDER_NAMES, out);
  release_candidates(&candidates);
}

/* ---- shells ------------------------------------------------------------------------------ */

/* Options of every command may stand before the command: they are taken out of the words, so
 * that it is the first. *course is what --course says, anywhere in the line. */
static void take_words(int count, char **given, struct wb_names *words, const char **course) {
  bool has_command = false;
  for (int i = 0; i < count; i++) {
    const bool is_value = i > 0 && valued_option(NULL, given[i - 1]) != NULL;
    if (is_value && strcmp(given[i - 1], "--course") == 0) *course = given[i];
    if (wb_starts_with(given[i], "--course=")) *course = given[i] + strlen("--course=");
    has_command = has_command || (given[i][0] != '-' && !is_value);
    if (has_command) wb_names_add(words, given[i]);
  }
}

static void print_candidates(const struct candidates *candidates) {
  for (size_t i = 0; i < candidates->words.count; i++)
    printf("%s\t%s\n", candidates->words.items[i], candidates->meanings.items[i]);
  if (candidates->files == ANY_FILE_NAMES) puts(":files");
  if (candidates->files == FOLDER_NAMES) puts(":folders");
}

/* Before the command, the value of an option of every command: "--color a". */
static void complete_global_value(const char *option, const char *begun,
                                  struct candidates *candidates) {
  const struct line line = {.stem = "", .begun = begun, .out = candidates};
  offer_source(&line, source_of_value(valued_option(NULL, option)));
}

int wb_complete_main(int count, char **given) {
  struct wb_names words, puzzles;
  struct candidates candidates;
  struct wb_course course = {0};
  struct wb_error err = {0};
  const char *wanted = NULL, *begun = count > 0 ? given[count - 1] : "";
  wb_names_init(&words);
  wb_names_init(&puzzles);
  init_candidates(&candidates);
  take_words(count - 1, given, &words, &wanted);
  if (wb_session_open_course(&course, wanted, &err) == WB_OK)
    wb_course_slugs(&course, &puzzles, NULL);
  if (words.count == 0 && count > 1 && valued_option(NULL, given[count - 2]) != NULL)
    complete_global_value(given[count - 2], begun, &candidates);
  else
    find_candidates((struct line){"", begun, &words, &puzzles, wanted, &candidates});
  print_candidates(&candidates);
  wb_course_release(&course);
  release_candidates(&candidates);
  wb_names_release(&puzzles);
  wb_names_release(&words);
  return WB_EXIT_OK;
}
