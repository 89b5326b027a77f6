#include "base/lua_tokens.h"

#include <string.h>

#include "tap.h"

static void check(const char *text, enum wb_lua_kind kind, size_t end) {
  enum wb_lua_kind got;
  CHECK_INT(wb_lua_token_end(text, strlen(text), 0, &got), end);
  CHECK_INT(got, kind);
}

static void tokens_end_where_lua_ends_them(void) {
  check("case.x", WB_LUA_WORD, 4);
  check("0x1Fp-3+1", WB_LUA_NUMBER, 7);
  check("1e+5-1", WB_LUA_NUMBER, 4);
  check(".5-x", WB_LUA_NUMBER, 2);
  check("..1", WB_LUA_SIGN, 2);
  check("...", WB_LUA_SIGN, 3);
  check("-x", WB_LUA_SIGN, 1);
  check("[1]", WB_LUA_SIGN, 1);
}

static void texts_and_comments_end_with_what_closes_them(void) {
  check("'a\\'b' c", WB_LUA_TEXT, 6);
  check("\"open\nx", WB_LUA_TEXT, 5);
  check("[==[ ]] ]=] ]==] x", WB_LUA_TEXT, 16);
  check("[[ ]=]] x", WB_LUA_TEXT, 7);
  check("-- if\nx", WB_LUA_COMMENT, 5);
  check("--[[ a\nb ]] x", WB_LUA_COMMENT, 11);
  check("--[= a\nb", WB_LUA_COMMENT, 6);
}

static void what_stays_open_ends_with_the_text(void) {
  check("'", WB_LUA_TEXT, 1);
  check("'\\", WB_LUA_TEXT, 2);
  check("[[ a", WB_LUA_TEXT, 4);
  check("--[[ a", WB_LUA_COMMENT, 6);
  check("--", WB_LUA_COMMENT, 2);
  check("[=", WB_LUA_SIGN, 1);
}

int main(void) {
  tap_run("words, numbers and signs end where Lua ends them", tokens_end_where_lua_ends_them);
  tap_run("texts and comments end with what closes them",
          texts_and_comments_end_with_what_closes_them);
  tap_run("what stays open ends with the text", what_stays_open_ends_with_the_text);
  return tap_finish();
}
