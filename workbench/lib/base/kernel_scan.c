#include "base/kernel_scan.h"

#include <stdbool.h>
#include <string.h>

#include "base/tokens.h"

struct scanner {
  struct wb_token_reader in;
  uint32_t group_line; /* of the last reqd_work_group_size of what is being declared; or 0 */
};

/* The next token that is neither a comment nor part of a directive. */
static bool next_token(struct scanner *scanner, struct wb_token *token) {
  bool found = true;
  do {
    found = wb_token_next(&scanner->in, token);
  } while (found && (token->kind == WB_TOKEN_COMMENT || token->directive != 0));
  if (!found) return false;
  if (wb_token_is(token, "reqd_work_group_size")) scanner->group_line = token->line;
  if (wb_token_is(token, ";") || wb_token_is(token, "}")) scanner->group_line = 0;
  return true;
}

static void skip_parentheses(struct scanner *in) {
  struct wb_token token;
  int depth = 0;
  do {
    if (!next_token(in, &token)) return;
    depth += wb_token_is(&token, "(") - wb_token_is(&token, ")");
  } while (depth > 0);
}

/* From after "kernel" to the name before the parameters. */
static bool read_kernel_name(struct scanner *in, struct wb_token *name) {
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
  struct scanner in = {.in = wb_token_reader_of(source, length)};
  struct wb_token token, name;
  size_t count = 0;
  while (count < WB_SCAN_KERNELS_MAX && next_token(&in, &token)) {
    struct wb_kernel_place place = {.name = ""};
    if (!wb_token_is(&token, "kernel") && !wb_token_is(&token, "__kernel")) continue;
    if (!read_kernel_name(&in, &name)) continue;
    memcpy(place.name, name.text,
           name.length < sizeof place.name ? name.length : sizeof place.name - 1);
    place.line = name.line;
    place.group_line = in.group_line;
    if (!is_known(places, count, place.name)) places[count++] = place;
  }
  return count;
}

/* With name "" where there is no such kernel. */
static struct wb_kernel_place place_of(const char *source, size_t length, const char *name) {
  struct wb_kernel_place places[WB_SCAN_KERNELS_MAX];
  size_t count = wb_scan_kernels(source, length, places);
  for (size_t i = 0; i < count; i++)
    if (strcmp(places[i].name, name) == 0) return places[i];
  return (struct wb_kernel_place){.name = ""};
}

uint32_t wb_scan_kernel_line(const char *source, size_t length, const char *name) {
  return place_of(source, length, name).line;
}

uint32_t wb_scan_group_line(const char *source, size_t length, const char *name) {
  const struct wb_kernel_place place = place_of(source, length, name);
  return place.group_line > 0 ? place.group_line : place.line;
}
