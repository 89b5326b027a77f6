#include "report/rows.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* ---- the kernel's declaration ---- */

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The whole word `name` in `text`; NULL: nowhere. */
static const char *find_word(const char *text, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = strstr(text, name); at != NULL; at = strstr(at + 1, name)) {
    if ((at == text || !is_word(at[-1])) && !is_word(at[length])) return at;
  }
  return NULL;
}

static const char *skip_blanks(const char *at) { return at + strspn(at, " \t"); }

static uint64_t value_of(const char *source, const char *at, int depth);

/* What a #define gives the word at `at`; 0: nothing that is a number. */
static uint64_t defined_value(const char *source, const char *at, int depth) {
  size_t length = 0;
  while (is_word(at[length])) length++;
  char *name = wb_strndup(at, length);
  uint64_t value = 0;
  const char *line = source;
  while (line != NULL && value == 0) {
    const char *word = skip_blanks(line);
    if (wb_starts_with(word, "#")) {
      word = skip_blanks(word + 1);
      const char *told = wb_starts_with(word, "define") ? skip_blanks(word + 6) : "";
      if (strncmp(told, name, length) == 0 && !is_word(told[length]))
        value = value_of(source, skip_blanks(told + length), depth + 1);
    }
    line = strchr(line, '\n');
    if (line != NULL) line++;
  }
  free(name);
  return value;
}

/* One number, a macro for one, or a sum of these: "TILE + 1". 0: not known. */
static uint64_t value_of(const char *source, const char *at, int depth) {
  uint64_t sum = 0;
  while (depth < 4) {
    at = at + strspn(at, " \t(");
    uint64_t value = isdigit((unsigned char)*at) ? strtoull(at, NULL, 0)
                     : is_word(*at)              ? defined_value(source, at, depth)
                                                 : 0;
    if (value == 0) return 0;
    sum += value;
    while (is_word(*at)) at++;
    at = at + strspn(at, " \t)");
    if (*at != '+') return *at == ']' || *at == '\n' || *at == '\r' || *at == '\0' ? sum : 0;
    at++;
  }
  return 0;
}

/* Of "float tile[8][9]" the 9. */
static uint64_t declared_row(const char *source, const char *name) {
  const char *text = source;
  for (const char *at = find_word(text, name); at != NULL; at = find_word(text, name)) {
    uint64_t row = 0;
    int dimensions = 0;
    at = skip_blanks(at + strlen(name));
    text = at;
    while (*at == '[') {
      row = value_of(source, at + 1, 0);
      dimensions++;
      at = at + strcspn(at, "]\n");
      if (*at != ']') break;
      at = skip_blanks(at + 1);
    }
    if (dimensions >= 2 && row > 0) return row;
    if (*text == '\0') break;
  }
  return 0;
}

/* ---- the puzzle's parameters: "output float out[height][width]" ---- */

enum { DIMENSIONS_MAX = 6, DIMENSION_NAME_MAX = 32 };

/* Names in the brackets behind `name`; how many. */
static unsigned parameter_dimensions(const char *parameter, const char *name,
                                     char names[DIMENSIONS_MAX][DIMENSION_NAME_MAX]) {
  const char *at = find_word(parameter, name);
  unsigned count = 0;
  at = at != NULL ? at + strlen(name) : "";
  while (*at == '[' && count < DIMENSIONS_MAX) {
    size_t length = strcspn(at + 1, "]");
    const size_t kept = length < DIMENSION_NAME_MAX ? length : DIMENSION_NAME_MAX - 1;
    memcpy(names[count], at + 1, kept);
    names[count++][kept] = '\0';
    at += length + (at[length + 1] == ']' ? 2 : 1);
  }
  return count;
}

/* What the size called `dimension` is, by the outputs that have it. */
static uint64_t known_dimension(const struct wb_rows_asked *asked, const char *dimension) {
  char names[DIMENSIONS_MAX][DIMENSION_NAME_MAX];
  if (isdigit((unsigned char)dimension[0])) return strtoull(dimension, NULL, 10);
  for (size_t i = 0; i < asked->judged->n_previews; i++) {
    const struct wb_preview *preview = &asked->judged->previews[i];
    for (size_t k = 0; preview->array != NULL && k < asked->n_parameters; k++) {
      const unsigned count = parameter_dimensions(asked->parameters[k], preview->array, names);
      for (unsigned d = 0; d < count && d < preview->rank; d++) {
        if (strcmp(names[d], dimension) == 0) return preview->shape[d];
      }
    }
  }
  return 0;
}

static uint64_t parameter_row(const struct wb_rows_asked *asked, const char *name) {
  char names[DIMENSIONS_MAX][DIMENSION_NAME_MAX];
  for (size_t i = 0; i < asked->n_parameters && asked->judged != NULL; i++) {
    const unsigned count = parameter_dimensions(asked->parameters[i], name, names);
    if (count >= 2) return known_dimension(asked, names[count - 1]);
  }
  return 0;
}

bool wb_has_word(const char *text, const char *word) { return find_word(text, word) != NULL; }

uint64_t wb_row_length(const struct wb_rows_asked *asked, size_t array) {
  const struct wb_playback_array *one = wb_playback_array(asked->playback, array);
  uint64_t row = asked->source != NULL ? declared_row(asked->source, one->name) : 0;
  if (row == 0) row = parameter_row(asked, one->name);
  if (row == 0) row = wb_playback_shape(asked->playback, array).width;
  return row > 1 && row < one->elements && one->elements % row == 0 ? row : 0;
}
