#include <stdbool.h>
#include <string.h>

#include "base/lua_tokens.h"
#include "base/str.h"
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

/* ---- OpenCL C and CUDA ----------------------------------------------------------------------- */

/* What CUDA adds to C, beside its functions, which begin with "__", too. */
static bool is_word_of_cuda(const struct wb_token *token) {
  static const char *const words[] = {"blockDim", "blockIdx", "gridDim", "threadIdx", "warpSize"};
  bool is_one = token->length > 2 && strncmp(token->text, "__", 2) == 0;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    is_one = is_one || wb_token_is(token, words[i]);
  return is_one;
}

static enum wb_style style_of(enum wb_source_kind language, const struct wb_token *token) {
  enum wb_style style = WB_STYLE_PLAIN;
  if (token->kind == WB_TOKEN_COMMENT) style = WB_STYLE_COMMENT;
  if (token->kind == WB_TOKEN_TEXT) style = WB_STYLE_STRING;
  if (token->kind == WB_TOKEN_NUMBER) style = WB_STYLE_NUMBER;
  if (token->kind == WB_TOKEN_NAME) style = wb_word_style(token->text, token->length);
  if (token->kind == WB_TOKEN_NAME && language == WB_SOURCE_CUDA && is_word_of_cuda(token))
    style = WB_STYLE_BUILTIN;
  return style;
}

static void paint_c(struct painter *p, enum wb_source_kind language) {
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
    const enum wb_style style = begins ? WB_STYLE_DIRECTIVE : style_of(language, &token);
    /* Signs are shown with the blanks around them. */
    if (token.kind == WB_TOKEN_SIGN && !begins) continue;
    emit_span(p, WB_STYLE_PLAIN, (size_t)(token.text - source));
    emit_span(p, style, (size_t)(token.text - source) + token.length);
  }
}

/* ---- Lua ------------------------------------------------------------------------------------- */

static enum wb_style style_of_lua(enum wb_lua_kind kind, const char *text, size_t length) {
  static const enum wb_style STYLES[] = {[WB_LUA_NUMBER] = WB_STYLE_NUMBER,
                                         [WB_LUA_TEXT] = WB_STYLE_STRING,
                                         [WB_LUA_SIGN] = WB_STYLE_PLAIN,
                                         [WB_LUA_COMMENT] = WB_STYLE_COMMENT};
  if (kind != WB_LUA_WORD) return STYLES[kind];
  return wb_lua_is_keyword(text, length) ? WB_STYLE_KEYWORD : WB_STYLE_PLAIN;
}

static void paint_lua(struct painter *p) {
  size_t at = 0;
  while (at < p->length) {
    enum wb_lua_kind kind = WB_LUA_SIGN;
    const bool is_blank = strchr(" \t\r\n", p->text[at]) != NULL;
    const size_t end = is_blank ? at + 1 : wb_lua_token_end(p->text, p->length, at, &kind);
    const enum wb_style style = style_of_lua(kind, p->text + at, end - at);
    if (style != WB_STYLE_PLAIN) {
      emit_span(p, WB_STYLE_PLAIN, at);
      emit_span(p, style, end);
    }
    at = end;
  }
}

/* ---- Mojo ------------------------------------------------------------------------------------ */

static bool is_keyword_of_mojo(const char *word, size_t length) {
  static const char *const keywords[] = {
      "alias", "and",  "as", "break",  "comptime", "continue", "def", "elif",   "else", "fn",
      "for",   "from", "if", "import", "in",       "not",      "or",  "return", "var",  "while"};
  bool is_one = false;
  for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
    is_one = is_one || (strlen(keywords[i]) == length && memcmp(keywords[i], word, length) == 0);
  return is_one;
}

/* The end of the bytes from `at` on that are of `set`, or that are not. */
static size_t end_of_run(const struct painter *p, size_t at, const char *set, bool of_it) {
  while (at < p->length && (p->text[at] != '\0' && strchr(set, p->text[at]) != NULL) == of_it) at++;
  return at;
}

/* What begins at `at`: a comment, a text in quotes, a word or a number; else one byte. */
static size_t end_of_mojo(const struct painter *p, size_t at, enum wb_style *style) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  size_t end = end_of_run(p, at, letters, true);
  *style = WB_STYLE_PLAIN;
  if (p->text[at] == '#') {
    end = end_of_run(p, at, "\n", false);
    *style = WB_STYLE_COMMENT;
  } else if (p->text[at] == '"') {
    end = end_of_run(p, at + 1, "\"\n", false);
    if (end < p->length && p->text[end] == '"') end++;
    *style = WB_STYLE_STRING;
  } else if (is_keyword_of_mojo(p->text + at, end - at)) {
    *style = WB_STYLE_KEYWORD;
  } else if (p->text[at] >= '0' && p->text[at] <= '9') {
    *style = WB_STYLE_NUMBER;
  }
  return end > at ? end : at + 1;
}

static void paint_mojo(struct painter *p) {
  for (size_t at = 0; at < p->length;) {
    enum wb_style style;
    const size_t end = end_of_mojo(p, at, &style);
    if (style != WB_STYLE_PLAIN) {
      emit_span(p, WB_STYLE_PLAIN, at);
      emit_span(p, style, end);
    }
    at = end;
  }
}

/* ---- all ------------------------------------------------------------------------------------- */

enum wb_source_kind wb_source_kind_of_file(const char *file) {
  static const char *const endings[] = {
      [WB_SOURCE_LUA] = ".lua", [WB_SOURCE_CUDA] = ".cu", [WB_SOURCE_MOJO] = ".mojo"};
  enum wb_source_kind kind = WB_SOURCE_OPENCL_C;
  for (size_t i = WB_SOURCE_LUA; i <= WB_SOURCE_MOJO && file != NULL; i++)
    if (wb_ends_with(file, endings[i])) kind = (enum wb_source_kind)i;
  return kind;
}

void wb_source_render(enum wb_source_kind language, const char *source, size_t length,
                      struct wb_document *document) {
  struct painter p = {.text = source, .length = length, .document = document};
  if (length > 0) wb_document_add_line(document);
  if (language == WB_SOURCE_LUA)
    paint_lua(&p);
  else if (language == WB_SOURCE_MOJO)
    paint_mojo(&p);
  else
    paint_c(&p, language);
  emit_span(&p, WB_STYLE_PLAIN, length);
}
