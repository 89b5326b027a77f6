#include "compiler/tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

struct reader {
  const char *at, *end, *line_start;
  uint32_t line, directives, directive; /* `directive`: the running one, or 0 */
  bool fresh;                           /* nothing but blanks on this line so far */
};

static size_t bytes_left(const struct reader *r) { return (size_t)(r->end - r->at); }

static bool looking_at(const struct reader *r, const char *text) {
  return bytes_left(r) >= strlen(text) && memcmp(r->at, text, strlen(text)) == 0;
}

static void new_line(struct reader *r) {
  r->line++;
  r->line_start = r->at;
}

/* A line that goes on on the next one. */
static bool skip_splice(struct reader *r) {
  const size_t length = looking_at(r, "\\\n") ? 2 : looking_at(r, "\\\r\n") ? 3 : 0;
  r->at += length;
  if (length > 0) new_line(r);
  return length > 0;
}

static void skip_comment(struct reader *r) {
  const bool block = r->at[1] == '*';
  r->at += 2;
  while (r->at < r->end && !(block ? looking_at(r, "*/") : *r->at == '\n')) {
    if (skip_splice(r)) continue;
    const bool end_of_line = *r->at == '\n';
    r->at++;
    if (end_of_line) new_line(r);
  }
  if (block && r->at < r->end) r->at += 2;
}

static bool skip_blank(struct reader *r) {
  if (skip_splice(r)) return true;
  if (looking_at(r, "//") || looking_at(r, "/*")) {
    skip_comment(r);
    return true;
  }
  if (!isspace((unsigned char)*r->at)) return false;
  const bool end_of_line = *r->at == '\n';
  r->at++;
  if (!end_of_line) return true;
  new_line(r);
  r->fresh = true;
  r->directive = 0;
  return true;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static void read_quoted(struct reader *r) {
  const char quote = *r->at++;
  while (r->at < r->end && *r->at != '\n') {
    const char c = *r->at++;
    if (c == '\\' && r->at < r->end && *r->at != '\n') r->at++;
    if (c == quote) break;
  }
}

/* The sign of an exponent comes apart, which harms nobody here. */
static void read_number(struct reader *r) {
  while (r->at < r->end && (is_word(*r->at) || *r->at == '.')) r->at++;
}

static void read_sign(struct reader *r) {
  static const char *const SIGNS[] = {
      "<<=", ">>=", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "##",
      "->",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", "++", "--"};
  for (size_t i = 0; i < sizeof SIGNS / sizeof SIGNS[0]; i++) {
    if (!looking_at(r, SIGNS[i])) continue;
    r->at += strlen(SIGNS[i]);
    return;
  }
  r->at++;
}

static void add_token(struct wb_tokens *tokens, const struct reader *r, enum wb_token_kind kind,
                      const char *start) {
  tokens->items =
      wb_grow(tokens->items, &tokens->capacity, tokens->count + 1, sizeof *tokens->items);
  tokens->items[tokens->count++] =
      (struct wb_token){.kind = kind,
                        .text = start,
                        .length = (size_t)(r->at - start),
                        .line = r->line,
                        .column = (uint32_t)(start - r->line_start) + 1,
                        .directive = r->directive};
}

void wb_tokens_read(struct wb_tokens *tokens, const char *text, size_t length) {
  struct reader r = {
      .at = text, .end = text + length, .line_start = text, .line = 1, .fresh = true};
  *tokens = (struct wb_tokens){0};
  while (r.at < r.end) {
    const char *start = r.at;
    enum wb_token_kind kind = WB_TOKEN_SIGN;
    if (skip_blank(&r)) continue;
    if (*start == '#' && r.fresh) r.directive = ++r.directives;
    r.fresh = false;
    if (isdigit((unsigned char)*start) ||
        (*start == '.' && bytes_left(&r) > 1 && isdigit((unsigned char)start[1]))) {
      kind = WB_TOKEN_NUMBER;
      read_number(&r);
    } else if (is_word(*start)) {
      kind = WB_TOKEN_NAME;
      while (r.at < r.end && is_word(*r.at)) r.at++;
    } else if (*start == '"' || *start == '\'') {
      kind = WB_TOKEN_TEXT;
      read_quoted(&r);
    } else {
      read_sign(&r);
    }
    add_token(tokens, &r, kind, start);
  }
}

void wb_tokens_release(struct wb_tokens *tokens) {
  free(tokens->items);
  *tokens = (struct wb_tokens){0};
}

bool wb_token_is(const struct wb_token *token, const char *text) {
  return token->length == strlen(text) && memcmp(token->text, text, token->length) == 0;
}
