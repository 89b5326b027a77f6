#include "report/array_shape.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/tokens.h"

/* ---- the kernel's declaration ---- */

static uint64_t value_of(const struct wb_tokens *tokens, size_t at, size_t end, int depth);

static size_t end_of_directive(const struct wb_tokens *tokens, size_t at) {
  const uint32_t directive = tokens->items[at].directive;
  while (at < tokens->count && tokens->items[at].directive == directive) at++;
  return at;
}

/* What a #define gives a name; 0: nothing that is a number. */
static uint64_t defined_value(const struct wb_tokens *tokens, const struct wb_token *name,
                              int depth) {
  uint64_t value = 0;
  for (size_t i = 1; i + 1 < tokens->count && value == 0; i++)
    if (tokens->items[i].directive != 0 && wb_token_is(&tokens->items[i - 1], "#") &&
        wb_token_is(&tokens->items[i], "define") && wb_token_equal(&tokens->items[i + 1], name))
      value = value_of(tokens, i + 2, end_of_directive(tokens, i), depth + 1);
  return value;
}

/* The value of tokens [at, end), which are one number, a macro for one, or a sum of these: "TILE
 * + 1". 0: not known. */
static uint64_t value_of(const struct wb_tokens *tokens, size_t at, size_t end, int depth) {
  enum { MOST_DEPTH = 4, MOST_TERMS = 4 }; /* sums of sums of macros would take for ever */
  const struct wb_token *items = tokens->items;
  uint64_t sum = 0, value = depth < MOST_DEPTH && at < end;
  for (int terms = 0; at < end && value != 0; terms++) {
    while (at < end && wb_token_is(&items[at], "(")) at++;
    value = 0;
    if (at < end && !wb_token_integer(&items[at], &value))
      value = defined_value(tokens, &items[at], depth);
    sum += value;
    at++;
    while (at < end && wb_token_is(&items[at], ")")) at++;
    if (at < end && (!wb_token_is(&items[at], "+") || terms + 1 == MOST_TERMS)) value = 0;
    at++;
  }
  return value != 0 ? sum : 0;
}

/* The last of the brackets after the token at `at`, where there are two or more. */
static uint64_t row_after(const struct wb_tokens *tokens, size_t at) {
  uint64_t row = 0;
  unsigned dimensions = 0;
  for (at++; at < tokens->count && wb_token_is(&tokens->items[at], "["); at++) {
    const size_t first = at + 1;
    while (at < tokens->count && !wb_token_is(&tokens->items[at], "]")) at++;
    row = value_of(tokens, first, at, 0);
    dimensions++;
  }
  return dimensions >= 2 ? row : 0;
}

/* Of "float tile[8][9]" the 9. */
static uint64_t declared_row(const char *source, const char *name) {
  struct wb_tokens tokens;
  uint64_t row = 0;
  wb_tokens_read(&tokens, source, strlen(source));
  for (size_t i = 0; i < tokens.count && row == 0; i++)
    if (tokens.items[i].directive == 0 && wb_token_is(&tokens.items[i], name))
      row = row_after(&tokens, i);
  wb_tokens_release(&tokens);
  return row;
}

/* Behind a name in a text; NULL: it is nowhere. */
static const char *find_name(const char *text, const char *name) {
  struct wb_token_reader reader = wb_token_reader_of(text, strlen(text));
  struct wb_token token;
  while (wb_token_next(&reader, &token))
    if (token.kind == WB_TOKEN_NAME && wb_token_is(&token, name)) return token.text + token.length;
  return NULL;
}

/* ---- the puzzle's parameters: "output float out[height][width]" ---- */

enum { DIMENSIONS_MAX = 6, DIMENSION_NAME_MAX = 32 };

/* Names in the brackets after `name`; how many. */
static unsigned parameter_dimensions(const char *parameter, const char *name,
                                     char names[DIMENSIONS_MAX][DIMENSION_NAME_MAX]) {
  const char *at = find_name(parameter, name);
  unsigned count = 0;
  while (at != NULL && *at == '[' && count < DIMENSIONS_MAX) {
    size_t length = strcspn(at + 1, "]");
    const size_t kept = length < DIMENSION_NAME_MAX ? length : DIMENSION_NAME_MAX - 1;
    memcpy(names[count], at + 1, kept);
    names[count++][kept] = '\0';
    at += length + (at[length + 1] == ']' ? 2 : 1);
  }
  return count;
}

/* What the size called `dimension` is, by the outputs that have it. */
static uint64_t known_dimension(const struct wb_array_facts *facts, const char *dimension) {
  char names[DIMENSIONS_MAX][DIMENSION_NAME_MAX];
  if (isdigit((unsigned char)dimension[0])) return strtoull(dimension, NULL, 10);
  for (size_t i = 0; i < facts->judged->n_previews; i++) {
    const struct wb_preview *preview = &facts->judged->previews[i];
    for (size_t k = 0; preview->array != NULL && k < facts->n_parameters; k++) {
      const unsigned count = parameter_dimensions(facts->parameters[k], preview->array, names);
      for (unsigned d = 0; d < count && d < preview->rank; d++) {
        if (strcmp(names[d], dimension) == 0) return preview->shape[d];
      }
    }
  }
  return 0;
}

static uint64_t parameter_row(const struct wb_array_facts *facts, const char *name) {
  char names[DIMENSIONS_MAX][DIMENSION_NAME_MAX];
  for (size_t i = 0; i < facts->n_parameters && facts->judged != NULL; i++) {
    const unsigned count = parameter_dimensions(facts->parameters[i], name, names);
    if (count >= 2) return known_dimension(facts, names[count - 1]);
  }
  return 0;
}

bool wb_source_has_name(const char *source, const char *name) {
  return find_name(source, name) != NULL;
}

uint64_t wb_array_row_length(const struct wb_array_facts *facts, size_t array) {
  const struct wb_playback_array *one = wb_playback_array(facts->playback, array);
  uint64_t row = facts->source != NULL ? declared_row(facts->source, one->name) : 0;
  if (row == 0) row = parameter_row(facts, one->name);
  if (row == 0) row = wb_playback_shape(facts->playback, array).width;
  return row > 1 && row < one->elements && one->elements % row == 0 ? row : 0;
}
