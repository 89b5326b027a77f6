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

/* Names as diagnostics have them: the judged file's, and the resolved folders of headers, or NULL.
 */
struct names {
  const char *file;
  char *folders[2];
};

/* How much of a path is a folder of headers, with the slash behind it. */
static size_t folder_length(const struct names *names, const char *path, size_t length) {
  for (size_t i = 0; i < sizeof names->folders / sizeof names->folders[0]; i++) {
    const char *folder = names->folders[i];
    const size_t prefix = folder != NULL ? strlen(folder) : 0;
    if (prefix > 0 && length > prefix + 1 && memcmp(path, folder, prefix) == 0 &&
        path[prefix] == '/')
      return prefix + 1;
  }
  return 0;
}

static void place_diagnostic(struct wb_diagnostic *d, const char *text, size_t length,
                             const struct names *names) {
  uint32_t second = take_number(text, &length), first = take_number(text, &length);
  d->line = first != 0 ? first : second;
  d->column = first != 0 ? second : 0;
  if (length == strlen(names->file) && memcmp(text, names->file, length) == 0) length = 0;
  const size_t prefix = folder_length(names, text, length);
  copy_cut(d->file, sizeof d->file, text + prefix, length - prefix);
}

/* clang's advice silences its warning and leaves the mistake: a variable that is set to just
 * anything is no more right than before. */
static bool only_silences(const char *note) {
  return wb_ends_with(note, " to silence this warning");
}

/* What a header says that is no part of course or workbench: where it is on this machine says
 * nothing of the kernel. */
static bool is_of_machine(const struct wb_diagnostic *d) { return d->file[0] == '/'; }

static bool parse_line(struct wb_diagnostic *d, const char *line, size_t length,
                       const struct names *names) {
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
    place_diagnostic(d, text, (size_t)(found - text), names);
    copy_cut(d->message, sizeof d->message, message, strlen(message));
    d->is_note = LEVELS[level].is_note;
    if (d->is_note && is_of_machine(d)) found = NULL;
  }
  free(text);
  return found != NULL;
}

static char *resolve_folder(const char *folder) {
  return folder != NULL ? realpath(folder, NULL) : NULL;
}

/* ---- order --------------------------------------------------------------------------- */

/* A diagnostic with the notes that follow it. */
struct remark {
  size_t first, count,
      times; /* how often it is said of its line; 0: an earlier one stands for it */
};

static size_t gather_remarks(const struct wb_build_result *result, struct remark *remarks) {
  size_t n = 0;
  for (size_t i = 0; i < result->n_diagnostics; i++)
    if (n == 0 || !result->diagnostics[i].is_note)
      remarks[n++] = (struct remark){.first = i, .count = 1, .times = 1};
    else
      remarks[n - 1].count++;
  return n;
}

static bool says_the_same(const struct wb_diagnostic *a, const struct wb_diagnostic *b) {
  return a->severity == b->severity && a->line == b->line && strcmp(a->file, b->file) == 0 &&
         strcmp(a->message, b->message) == 0;
}

static void count_remarks(const struct wb_build_result *result, struct remark *remarks, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (size_t k = i + 1; k < n && remarks[i].times > 0; k++) {
      if (!says_the_same(&result->diagnostics[remarks[i].first],
                         &result->diagnostics[remarks[k].first]))
        continue;
      remarks[i].times += remarks[k].times;
      remarks[k].times = 0;
    }
}

static void take_remarks(const struct wb_build_result *result, const struct remark *remarks,
                         size_t n, enum wb_severity severity, struct wb_diagnostic *out,
                         size_t *count) {
  for (size_t i = 0; i < n; i++) {
    const struct wb_diagnostic *from = &result->diagnostics[remarks[i].first];
    if (from->severity != severity || remarks[i].times == 0) continue;
    struct wb_diagnostic *to = &out[*count];
    memcpy(to, from, remarks[i].count * sizeof *to);
    *count += remarks[i].count;
    const size_t length = strlen(to->message);
    if (remarks[i].times > 1)
      snprintf(to->message + length, sizeof to->message - length, " (%zu times)", remarks[i].times);
  }
}

/* Errors first, each with its notes; what is said of a line several times, once. */
static void put_in_order(struct wb_build_result *result) {
  struct remark remarks[WB_MAX_DIAGNOSTICS];
  const size_t n = gather_remarks(result, remarks);
  if (result->n_diagnostics == 0) return;
  struct wb_diagnostic *ordered = wb_alloc(result->n_diagnostics * sizeof *ordered);
  size_t count = 0;
  count_remarks(result, remarks, n);
  take_remarks(result, remarks, n, WB_SEVERITY_ERROR, ordered, &count);
  take_remarks(result, remarks, n, WB_SEVERITY_WARNING, ordered, &count);
  free(result->diagnostics);
  result->diagnostics = ordered;
  result->n_diagnostics = count;
}

void wb_diagnostics_parse(struct wb_build_result *result, const char *log,
                          const struct wb_build_request *request) {
  const struct names names = {
      request->file_name,
      {resolve_folder(request->include_directory), resolve_folder(request->own_include)}};
  size_t capacity = result->n_diagnostics;
  while (*log != '\0' && result->n_diagnostics < WB_MAX_DIAGNOSTICS) {
    size_t length = strcspn(log, "\n");
    result->diagnostics = wb_grow(result->diagnostics, &capacity, result->n_diagnostics + 1,
                                  sizeof *result->diagnostics);
    if (parse_line(&result->diagnostics[result->n_diagnostics], log, length, &names))
      result->n_diagnostics++;
    log += length + (log[length] == '\n');
  }
  put_in_order(result);
  for (size_t i = 0; i < sizeof names.folders / sizeof names.folders[0]; i++)
    free(names.folders[i]);
}
