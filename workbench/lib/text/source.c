#include <stdbool.h>
#include <string.h>

#include "base/lua_tokens.h"
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
