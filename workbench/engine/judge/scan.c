#include "judge/scan.h"

#include <stdbool.h>
#include <string.h>

#include "base/tokens.h"

/* The next token that is neither a comment nor part of a directive. */
static bool next_token(struct wb_token_reader *in, struct wb_token *token) {
  bool found = true;
  do {
    found = wb_token_next(in, token);
  } while (found && (token->kind == WB_TOKEN_COMMENT || token->directive != 0));
  return found;
}

static void skip_parentheses(struct wb_token_reader *in) {
  struct wb_token token;
  int depth = 0;
  do {
    if (!next_token(in, &token)) return;
    depth += wb_token_is(&token, "(") - wb_token_is(&token, ")");
  } while (depth > 0);
}

/* From after "kernel" to the name before the parameters. */
static bool read_kernel_name(struct wb_token_reader *in, struct wb_token *name) {
  struct wb_token token = {.kind = WB_TOKEN_NAME};
  bool is_named = false;
  while (token.kind == WB_TOKEN_NAME && next_token(in, &token)) {
    if (wb_token_is(&token, "__attribute__")) {
      skip_parentheses(in);
    } else if (token.kind == WB_TOKEN_NAME) {
      is_named = true;
      *name = token;
    }
  }
  return is_named && wb_token_is(&token, "(");
}

static bool is_known(const struct wb_kernel_place *places, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(places[i].name, name) == 0) return true;
  return false;
}

size_t wb_scan_kernels(const char *source, size_t length, struct wb_kernel_place *places) {
  struct wb_token_reader in = wb_token_reader_of(source, length);
  struct wb_token token, name;
  size_t count = 0;
  while (count < WB_SCAN_KERNELS_MAX && next_token(&in, &token)) {
    struct wb_kernel_place place = {.name = ""};
    if (!wb_token_is(&token, "kernel") && !wb_token_is(&token, "__kernel")) continue;
    if (!read_kernel_name(&in, &name)) continue;
    memcpy(place.name, name.text,
           name.length < sizeof place.name ? name.length : sizeof place.name - 1);
    place.line = name.line;
    if (!is_known(places, count, place.name)) places[count++] = place;
  }
  return count;
}

uint32_t wb_scan_kernel_line(const char *source, size_t length, const char *name) {
  struct wb_kernel_place places[WB_SCAN_KERNELS_MAX];
  size_t count = wb_scan_kernels(source, length, places);
  for (size_t i = 0; i < count; i++)
    if (strcmp(places[i].name, name) == 0) return places[i].line;
  return 0;
}
