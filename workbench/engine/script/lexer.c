#include "script/lexer.h"

#include <stdbool.h>
#include <string.h>

#include "base/lua_tokens.h"

static bool is_blank(char c) { return c != '\0' && strchr(" \t\r\n\f\v", c) != NULL; }

static void step_to(struct wb_lexer *lexer, const char *end) {
  for (; lexer->at < end; lexer->at++) lexer->line += *lexer->at == '\n';
}

/* Without its quotes, or long brackets; what is not closed goes to its end. */
static void strip(struct wb_lua_token *token) {
  const char *text = token->text;
  size_t open = 1;
  if (*text == '[') {
    while (text[open] == '=') open++;
    open++;
  }
  const char close = *text == '[' ? ']' : *text;
  const bool closed = token->length >= 2 * open && text[token->length - 1] == close;
  token->text += open;
  token->length -= closed ? 2 * open : open;
}

struct wb_lua_token wb_lexer_next(struct wb_lexer *lexer) {
  static const enum wb_lua_token_kind KINDS[] = {[WB_LUA_WORD] = WB_LUA_TOKEN_NAME,
                                                 [WB_LUA_NUMBER] = WB_LUA_TOKEN_NUMBER,
                                                 [WB_LUA_TEXT] = WB_LUA_TOKEN_STRING,
                                                 [WB_LUA_SIGN] = WB_LUA_TOKEN_SYMBOL};
  while (lexer->at < lexer->end) {
    enum wb_lua_kind kind;
    if (is_blank(*lexer->at)) {
      step_to(lexer, lexer->at + 1);
      continue;
    }
    const size_t left = (size_t)(lexer->end - lexer->at);
    struct wb_lua_token token = {.text = lexer->at, .line = lexer->line};
    token.length = wb_lua_token_end(lexer->at, left, 0, &kind);
    step_to(lexer, lexer->at + token.length);
    if (kind == WB_LUA_COMMENT) continue;
    token.kind = KINDS[kind];
    if (kind == WB_LUA_TEXT) strip(&token);
    return token;
  }
  return (struct wb_lua_token){WB_LUA_TOKEN_END, lexer->at, 0, lexer->line};
}
