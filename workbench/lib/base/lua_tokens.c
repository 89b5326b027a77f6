#include "base/lua_tokens.h"

#include <string.h>

/* A text, and how long it is. */
struct input {
  const char *text;
  size_t length;
};

/* Not those of ctype.h, which ask the locale. */
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

static char byte_at(const struct input *in, size_t at) {
  return at < in->length ? in->text[at] : '\0';
}

/* The end of a long bracket that begins at `at` ("[[", "[=["); `at` where none does. */
static size_t end_of_long_text(const struct input *in, size_t at) {
  size_t level = 0, start = at + 1;
  if (byte_at(in, at) != '[') return at;
  while (byte_at(in, start) == '=') start++, level++;
  if (byte_at(in, start) != '[') return at;
  for (size_t i = start + 1; i < in->length; i++) {
    size_t equals = 0;
    if (in->text[i] != ']') continue;
    while (byte_at(in, i + 1 + equals) == '=') equals++;
    if (equals == level && byte_at(in, i + 1 + equals) == ']') return i + 2 + equals;
    i += equals;
  }
  return in->length;
}

static size_t end_of_line(const struct input *in, size_t at) {
  const char *newline = memchr(in->text + at, '\n', in->length - at);
  return newline != NULL ? (size_t)(newline - in->text) : in->length;
}

static size_t end_of_comment(const struct input *in, size_t at) {
  const size_t end = end_of_long_text(in, at + 2);
  return end > at + 2 ? end : end_of_line(in, at);
}

static size_t end_of_quotes(const struct input *in, size_t at) {
  size_t end = at + 1;
  while (end < in->length && in->text[end] != in->text[at] && in->text[end] != '\n')
    end += in->text[end] == '\\' ? 2 : 1;
  if (end >= in->length) return in->length;
  return in->text[end] == '\n' ? end : end + 1;
}

static size_t end_of_number(const struct input *in, size_t at) {
  const bool is_hex = in->text[at] == '0' && (byte_at(in, at + 1) | ' ') == 'x';
  size_t end = at + 1;
  while (is_word_byte(byte_at(in, end)) || byte_at(in, end) == '.' ||
         ((byte_at(in, end) == '-' || byte_at(in, end) == '+') &&
          (in->text[end - 1] | ' ') == (is_hex ? 'p' : 'e')))
    end++;
  return end;
}

static size_t end_of_word(const struct input *in, size_t at) {
  while (is_word_byte(byte_at(in, at))) at++;
  return at;
}

static size_t end_of_sign(const struct input *in, size_t at) {
  static const char *const longer[] = {"...", "<<", ">>", "//", "==", "~=", "<=", ">=", "..", "::"};
  for (size_t i = 0; i < sizeof longer / sizeof longer[0]; i++) {
    const size_t bytes = strlen(longer[i]);
    if (in->length - at >= bytes && memcmp(in->text + at, longer[i], bytes) == 0) return at + bytes;
  }
  return at + 1;
}

size_t wb_lua_token_end(const char *text, size_t length, size_t at, enum wb_lua_kind *kind) {
  const struct input in = {text, length};
  const char c = text[at], next = byte_at(&in, at + 1);
  const size_t long_end = end_of_long_text(&in, at);
  *kind = WB_LUA_SIGN;
  if (is_digit(c) || (c == '.' && is_digit(next))) {
    *kind = WB_LUA_NUMBER;
    return end_of_number(&in, at);
  }
  if (is_word_byte(c)) {
    *kind = WB_LUA_WORD;
    return end_of_word(&in, at);
  }
  if (c == '"' || c == '\'' || long_end > at) {
    *kind = WB_LUA_TEXT;
    return long_end > at ? long_end : end_of_quotes(&in, at);
  }
  if (c == '-' && next == '-') {
    *kind = WB_LUA_COMMENT;
    return end_of_comment(&in, at);
  }
  return end_of_sign(&in, at);
}

bool wb_lua_is_keyword(const char *word, size_t length) {
  static const char *const words[] = {"and",   "break", "do",       "else", "elseif", "end",
                                      "false", "for",   "function", "goto", "if",     "in",
                                      "local", "nil",   "not",      "or",   "repeat", "return",
                                      "then",  "true",  "until",    "while"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0) return true;
  return false;
}
