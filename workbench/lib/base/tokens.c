#include "base/tokens.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* Not those of ctype.h, which ask the locale. */
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
static bool is_name(char c) { return is_name_start(c) || is_digit(c); }

static size_t bytes_left(const struct wb_token_reader *r) { return (size_t)(r->end - r->at); }

static bool looking_at(const struct wb_token_reader *r, const char *text) {
  return bytes_left(r) >= strlen(text) && memcmp(r->at, text, strlen(text)) == 0;
}

static void new_line(struct wb_token_reader *r) {
  r->line++;
  r->line_start = r->at;
}

/* A line that goes on on the next one. */
static bool skip_splice(struct wb_token_reader *r) {
  const size_t length = looking_at(r, "\\\n") ? 2 : looking_at(r, "\\\r\n") ? 3 : 0;
  r->at += length;
  if (length > 0) new_line(r);
  return length > 0;
}

/* Line ends that a token has within it are counted. */
static void skip_byte(struct wb_token_reader *r) {
  const bool end_of_line = *r->at == '\n';
  r->at++;
  if (end_of_line) new_line(r);
}

static void read_comment(struct wb_token_reader *r) {
  const bool block = r->at[1] == '*';
  r->at += 2;
  while (r->at < r->end && !(block ? looking_at(r, "*/") : *r->at == '\n'))
    if (!skip_splice(r)) skip_byte(r);
  if (block && r->at < r->end) r->at += 2;
}

static bool skip_blank(struct wb_token_reader *r) {
  if (skip_splice(r)) return true;
  if (!is_blank(*r->at)) return false;
  if (*r->at == '\n') {
    r->fresh = true;
    r->directive = 0;
  }
  skip_byte(r);
  return true;
}

static void read_quoted(struct wb_token_reader *r) {
  const char quote = *r->at++;
  while (r->at < r->end && *r->at != '\n') {
    if (skip_splice(r)) continue;
    const char c = *r->at++;
    if (c == quote) break;
    if (c != '\\') continue;
    while (skip_splice(r)) {
    }
    if (r->at < r->end && *r->at != '\n') r->at++;
  }
}

/* A preprocessing number: C17, section 6.4.8. */
static void read_number(struct wb_token_reader *r) {
  for (char before = '\0'; r->at < r->end; before = *r->at++) {
    const char c = *r->at;
    const bool exponent = before != '\0' && strchr("eEpP", before) != NULL;
    if (!is_name(c) && c != '.' && !(exponent && (c == '+' || c == '-'))) break;
  }
}

static void read_sign(struct wb_token_reader *r) {
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

struct wb_token_reader wb_token_reader_of(const char *text, size_t length) {
  return (struct wb_token_reader){
      .at = text, .end = text + length, .line_start = text, .line = 1, .fresh = true};
}

static enum wb_token_kind read_token(struct wb_token_reader *r) {
  enum wb_token_kind kind = WB_TOKEN_SIGN;
  if (looking_at(r, "//") || looking_at(r, "/*")) {
    kind = WB_TOKEN_COMMENT;
    read_comment(r);
  } else if (is_digit(*r->at) || (*r->at == '.' && bytes_left(r) > 1 && is_digit(r->at[1]))) {
    kind = WB_TOKEN_NUMBER;
    read_number(r);
  } else if (is_name_start(*r->at)) {
    kind = WB_TOKEN_NAME;
    while (r->at < r->end && is_name(*r->at)) r->at++;
  } else if (*r->at == '"' || *r->at == '\'') {
    kind = WB_TOKEN_TEXT;
    read_quoted(r);
  } else {
    read_sign(r);
  }
  return kind;
}

bool wb_token_next(struct wb_token_reader *r, struct wb_token *token) {
  while (r->at < r->end && skip_blank(r)) {
  }
  if (r->at == r->end) return false;
  if (*r->at == '#' && r->fresh) r->directive = ++r->directives;
  *token = (struct wb_token){.text = r->at,
                             .line = r->line,
                             .column = (uint32_t)(r->at - r->line_start) + 1,
                             .directive = r->directive};
  token->kind = read_token(r);
  token->length = (size_t)(r->at - token->text);
  r->fresh &= token->kind == WB_TOKEN_COMMENT;
  return true;
}

void wb_tokens_read(struct wb_tokens *tokens, const char *text, size_t length) {
  struct wb_token_reader reader = wb_token_reader_of(text, length);
  struct wb_token token;
  *tokens = (struct wb_tokens){0};
  while (wb_token_next(&reader, &token)) {
    if (token.kind == WB_TOKEN_COMMENT) continue;
    tokens->items =
        wb_grow(tokens->items, &tokens->capacity, tokens->count + 1, sizeof *tokens->items);
    tokens->items[tokens->count++] = token;
  }
}

void wb_tokens_release(struct wb_tokens *tokens) {
  free(tokens->items);
  *tokens = (struct wb_tokens){0};
}

bool wb_token_is(const struct wb_token *token, const char *text) {
  return token->length == strlen(text) && memcmp(token->text, text, token->length) == 0;
}

bool wb_token_is_any(const struct wb_token *token, const char *const *texts, size_t count) {
  bool found = false;
  for (size_t i = 0; i < count && !found; i++) found = wb_token_is(token, texts[i]);
  return found;
}

bool wb_token_integer(const struct wb_token *token, uint64_t *value) {
  char digits[40], *rest;
  if (token->kind != WB_TOKEN_NUMBER || token->length >= sizeof digits) return false;
  memcpy(digits, token->text, token->length);
  digits[token->length] = '\0';
  *value = strtoull(digits, &rest, 0);
  return rest != digits && rest[strspn(rest, "uUlL")] == '\0';
}

bool wb_token_equal(const struct wb_token *a, const struct wb_token *b) {
  return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}
