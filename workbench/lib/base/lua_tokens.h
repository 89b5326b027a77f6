/* A text of Lua 5.4 as words, numbers, signs, strings and comments (its manual, section 3.1). It
 * never fails: it is for colours, and for guesses at what a program's mutants may be. */
#ifndef WB_BASE_LUA_TOKENS_H
#define WB_BASE_LUA_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

enum wb_lua_kind {
  WB_LUA_WORD, /* a name, or a keyword */
  WB_LUA_NUMBER,
  WB_LUA_TEXT, /* "…", '…' or [[…]]; one in quotes that is not closed ends with its line */
  WB_LUA_SIGN,
  WB_LUA_COMMENT
};

/* Where the token ends that begins at `at`, which is no blank: behind it, at most `length`. */
size_t wb_lua_token_end(const char *text, size_t length, size_t at, enum wb_lua_kind *kind);

bool wb_lua_is_keyword(const char *word, size_t length);

#endif
