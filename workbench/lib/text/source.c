#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/tokens.h"
#include "text/styled.h"
#include "text/words.h"

/* What has been shown of a text: all before `at`. */
struct painter {
  const char *text;
  size_t length, at;
  struct wb_document *document;
};

/* Emits the bytes up to `end` in one style, breaking lines where they do. */
static void emit_span(struct painter *p, enum wb_style style, size_t end) {
  while (p->at < end) {
    const char *newline = memchr(p->text + p->at, '\n', end - p->at);
    const size_t stop = newline != NULL ? (size_t)(newline - p->text) : end;
    const bool windows =
        stop > p->at && p->text[stop - 1] == '\r' && stop < p->length && p->text[stop] == '\n';
    const size_t shown = windows ? stop - 1 : stop;
    wb_document_add(p->document, style, p->text + p->at, shown - p->at);
    p->at = stop;
    if (newline != NULL) {
      p->at++;
      if (p->at < p->length) wb_document_add_line(p->document);
    }
  }
}

/* A "#" that begins a directive is shown with the name after it. True for an #include. */
static bool read_directive(struct wb_token_reader *reader, struct wb_token *hash) {
  struct wb_token_reader ahead = *reader;
  struct wb_token name;
  if (!wb_token_next(&ahead, &name) || name.kind != WB_TOKEN_NAME ||
      name.directive != hash->directive)
    return false;
  *reader = ahead;
  hash->length = (size_t)(name.text + name.length - hash->text);
  return wb_token_is(&name, "include");
}

/* A file's name in angle brackets: to the one that closes it, or the line's end. */
static void read_header_name(struct wb_token_reader *reader, struct wb_token *token) {
  while (reader->at < reader->end && *reader->at != '\n' && reader->at[-1] != '>') reader->at++;
  token->kind = WB_TOKEN_TEXT;
  token->length = (size_t)(reader->at - token->text);
}

/* ---- OpenCL C -------------------------------------------------------------------------------- */

static enum wb_style style_of(const struct wb_token *token) {
  enum wb_style style = WB_STYLE_PLAIN;
  if (token->kind == WB_TOKEN_COMMENT) style = WB_STYLE_COMMENT;
  if (token->kind == WB_TOKEN_TEXT) style = WB_STYLE_STRING;
  if (token->kind == WB_TOKEN_NUMBER) style = WB_STYLE_NUMBER;
  if (token->kind == WB_TOKEN_NAME) style = wb_word_style(token->text, token->length);
  return style;
}

static void paint_opencl_c(struct painter *p) {
  const char *source = p->text;
  struct wb_token_reader reader = wb_token_reader_of(source, p->length);
  struct wb_token token;
  uint32_t directive = 0;
  bool include = false;
  while (wb_token_next(&reader, &token)) {
    const bool begins = token.directive != directive && token.directive != 0;
    directive = token.directive;
    include &= directive != 0 && !begins;
    if (begins)
      include = read_directive(&reader, &token);
    else if (include && wb_token_is(&token, "<"))
      read_header_name(&reader, &token);
    const enum wb_style style = begins ? WB_STYLE_DIRECTIVE : style_of(&token);
    /* Signs are shown with the blanks around them. */
    if (token.kind == WB_TOKEN_SIGN && !begins) continue;
    emit_span(p, WB_STYLE_PLAIN, (size_t)(token.text - source));
    emit_span(p, style, (size_t)(token.text - source) + token.length);
  }
}

/* ---- Lua 5.4 (its manual, section 3.1) ------------------------------------------------------- */

static bool is_name_byte(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Bytes of a "[[" or "[==[" and of all up to the bracket that closes it, or to the end; 0: none
 * begins here. */
static size_t long_bracket(const char *at, const char *end) {
  const char *mark = at + 1;
  while (mark < end && *mark == '=') mark++;
  if (*at != '[' || mark >= end || *mark != '[') return 0;
  const size_t level = (size_t)(mark - at) - 1;
  for (const char *p = mark + 1; p < end; p++) {
    if (*p != ']') continue;
    const char *close = p + 1;
    while (close < end && *close == '=') close++;
    if (close < end && *close == ']' && (size_t)(close - p) - 1 == level)
      return (size_t)(close + 1 - at);
    p = close - 1;
  }
  return (size_t)(end - at);
}

/* A text that is not closed ends with its line. */
static size_t quoted_bytes(const char *at, const char *end) {
  const char *p = at + 1;
  for (; p < end && *p != *at && *p != '\n'; p++)
    if (*p == '\\' && p + 1 < end) p++;
  return (size_t)(p - at) + (p < end && *p == *at);
}

static size_t comment_bytes(const char *at, const char *end) {
  const size_t block = end - at > 2 ? long_bracket(at + 2, end) : 0;
  const char *newline = memchr(at, '\n', (size_t)(end - at));
  if (block > 0) return block + 2;
  return (size_t)((newline != NULL ? newline : end) - at);
}

static size_t number_bytes(const char *at, const char *end) {
  const char *p = at + 1;
  const bool is_hex = *at == '0' && p < end && (*p | ' ') == 'x';
  while (p < end && (is_name_byte(*p) || *p == '.' ||
                     ((*p == '-' || *p == '+') && (p[-1] | ' ') == (is_hex ? 'p' : 'e'))))
    p++;
  return (size_t)(p - at);
}

static enum wb_style lua_word_style(const char *word, size_t length) {
  static const char *const KEYWORDS[] = {"and",   "break", "do",       "else", "elseif", "end",
                                         "false", "for",   "function", "goto", "if",     "in",
                                         "local", "nil",   "not",      "or",   "repeat", "return",
                                         "then",  "true",  "until",    "while"};
  for (size_t i = 0; i < sizeof KEYWORDS / sizeof KEYWORDS[0]; i++)
    if (strlen(KEYWORDS[i]) == length && memcmp(KEYWORDS[i], word, length) == 0)
      return WB_STYLE_KEYWORD;
  return WB_STYLE_PLAIN;
}

/* The bytes of what begins at `at`, and its style. */
static size_t next_of_lua(const char *at, const char *end, enum wb_style *style) {
  const bool is_pair = end - at > 1;
  size_t length = 1;
  *style = WB_STYLE_PLAIN;
  if (is_pair && at[0] == '-' && at[1] == '-') {
    *style = WB_STYLE_COMMENT;
    length = comment_bytes(at, end);
  } else if (*at == '"' || *at == '\'') {
    *style = WB_STYLE_STRING;
    length = quoted_bytes(at, end);
  } else if (*at == '[' && long_bracket(at, end) > 0) {
    *style = WB_STYLE_STRING;
    length = long_bracket(at, end);
  } else if (isdigit((unsigned char)*at) ||
             (is_pair && *at == '.' && isdigit((unsigned char)at[1]))) {
    *style = WB_STYLE_NUMBER;
    length = number_bytes(at, end);
  } else if (is_name_byte(*at)) {
    while (at + length < end && is_name_byte(at[length])) length++;
    *style = lua_word_style(at, length);
  } else if (is_pair && at[0] == '.' && at[1] == '.') {
    length = 2; /* so that the 1 of "a..1" is no fraction */
  }
  return length;
}

static void paint_lua(struct painter *p) {
  size_t at = 0;
  while (at < p->length) {
    enum wb_style style;
    const size_t length = next_of_lua(p->text + at, p->text + p->length, &style);
    if (style != WB_STYLE_PLAIN) {
      emit_span(p, WB_STYLE_PLAIN, at);
      emit_span(p, style, at + length);
    }
    at += length;
  }
}

/* ---- both ------------------------------------------------------------------------------------ */

enum wb_source_kind wb_source_kind_of_file(const char *file) {
  const char *dot = file != NULL ? strrchr(file, '.') : NULL;
  return dot != NULL && strcmp(dot, ".lua") == 0 ? WB_SOURCE_LUA : WB_SOURCE_OPENCL_C;
}

void wb_source_render(enum wb_source_kind language, const char *source, size_t length,
                      struct wb_document *document) {
  struct painter p = {.text = source, .length = length, .document = document};
  if (length > 0) wb_document_add_line(document);
  if (language == WB_SOURCE_LUA)
    paint_lua(&p);
  else
    paint_opencl_c(&p);
  emit_span(&p, WB_STYLE_PLAIN, length);
}
