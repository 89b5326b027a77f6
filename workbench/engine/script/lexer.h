/* The tokens of Lua source, as far as finding lines needs them. */
#ifndef WB_SCRIPT_LEXER_H
#define WB_SCRIPT_LEXER_H

#include <stddef.h>

enum wb_lua_token_kind {
  WB_LUA_TOKEN_END,
  WB_LUA_TOKEN_NAME,   /* keywords too */
  WB_LUA_TOKEN_STRING, /* `text` is between the quotes, escapes unread */
  WB_LUA_TOKEN_NUMBER,
  WB_LUA_TOKEN_SYMBOL /* one character of punctuation, or a whole operator */
};

struct wb_lua_token {
  enum wb_lua_token_kind kind;
  const char *text;
  size_t length;
  int line;
};

/* A place in the text; copying it is looking ahead. */
struct wb_lexer {
  const char *at, *end;
  int line;
};

struct wb_lua_token wb_lexer_next(struct wb_lexer *lexer);

#endif
