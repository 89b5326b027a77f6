#include "emulator/compile/diagnostics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"

static const struct {
  const char *word;
  enum wb_severity severity;
  bool is_note;
} LEVELS[] = {{": error: ", WB_SEVERITY_ERROR, false},
              {": fatal error: ", WB_SEVERITY_ERROR, false},
              {": warning: ", WB_SEVERITY_WARNING, false},
              {": note: ", WB_SEVERITY_WARNING, true}};

static void copy_cut(char *to, size_t size, const char *from, size_t length) {
  if (length >= size) length = wb_utf8_whole(from, size - 1);
  memcpy(to, from, length);
  to[length] = '\0';
}

/* Takes ":NUMBER" off the end of text[0, *length); 0 where there is none. */
static uint32_t take_number(const char *text, size_t *length) {
  size_t at = *length;
  while (at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9') at--;
  if (at == *length || at == 0 || text[at - 1] != ':') return 0;
  uint32_t number = (uint32_t)strtoul(text + at, NULL, 10);
  *length = at - 1;
  return number;
}

static void place_diagnostic(struct wb_diagnostic *d, const char *text, size_t length,
                             const char *file_name, const char *include_directory) {
  uint32_t second = take_number(text, &length), first = take_number(text, &length);
  d->line = first != 0 ? first : second;
  d->column = first != 0 ? second : 0;
  size_t prefix = include_directory != NULL ? strlen(include_directory) : 0;
  if (length == strlen(file_name) && memcmp(text, file_name, length) == 0) length = 0;
  if (prefix > 0 && length > prefix + 1 && memcmp(text, include_directory, prefix) == 0) {
    text += prefix + 1;
    length -= prefix + 1;
  }
  copy_cut(d->file, sizeof d->file, text, length);
}

/* clang's advice silences its warning and leaves the mistake: a variable that is set to just
 * anything is no more right than before. */
static bool only_silences(const char *note) {
  return wb_ends_with(note, " to silence this warning");
}

static bool parse_line(struct wb_diagnostic *d, const char *line, size_t length,
                       const char *file_name, const char *include_directory) {
  char *text = wb_strndup(line, length);
  const char *found = NULL;
  size_t level = 0;
  for (size_t i = 0; i < sizeof LEVELS / sizeof LEVELS[0]; i++) {
    const char *at = strstr(text, LEVELS[i].word);
    if (at != NULL && (found == NULL || at < found)) {
      found = at;
      level = i;
    }
  }
  /* Where macros paste tokens there is no place: the note before it has one. */
  if (found != NULL && text[0] == '<') found = NULL;
  if (found != NULL && LEVELS[level].is_note && only_silences(found)) found = NULL;
  if (found != NULL) {
    const char *message = found + strlen(LEVELS[level].word);
    memset(d, 0, sizeof *d);
    d->severity = LEVELS[level].severity;
    place_diagnostic(d, text, (size_t)(found - text), file_name, include_directory);
    copy_cut(d->message, sizeof d->message, message, strlen(message));
  }
  free(text);
  return found != NULL;
}

void wb_diagnostics_parse(struct wb_build_result *result, const char *log, const char *file_name,
                          const char *include_directory) {
  char *include = include_directory != NULL ? realpath(include_directory, NULL) : NULL;
  size_t capacity = result->n_diagnostics;
  while (*log != '\0' && result->n_diagnostics < WB_MAX_DIAGNOSTICS) {
    size_t length = strcspn(log, "\n");
    result->diagnostics = wb_grow(result->diagnostics, &capacity, result->n_diagnostics + 1,
                                  sizeof *result->diagnostics);
    if (parse_line(&result->diagnostics[result->n_diagnostics], log, length, file_name, include))
      result->n_diagnostics++;
    log += length + (log[length] == '\n');
  }
  free(include);
}
