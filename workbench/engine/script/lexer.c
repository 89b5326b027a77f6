#include "script/lexer.h"

#include <stdbool.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool at_char(const struct wb_lexer *lexer, size_t ahead, char c) {
  return (size_t)(lexer->end - lexer->at) > ahead && lexer->at[ahead] == c;
}

static void step_char(struct wb_lexer *lexer) {
  if (*lexer->at == '\n') lexer->line++;
  lexer->at++;
}

/* The number of = in "[==[", or -1 where no long bracket begins here. */
static int long_bracket(const struct wb_lexer *lexer) {
  size_t level = 0;
  if (!at_char(lexer, 0, '[')) return -1;
  while (at_char(lexer, 1 + level, '=')) level++;
  return at_char(lexer, 1 + level, '[') ? (int)level : -1;
}

static bool closes_bracket(const struct wb_lexer *lexer, int level) {
  if (!at_char(lexer, 0, ']')) return false;
  for (int i = 0; i < level; i++)
    if (!at_char(lexer, 1 + (size_t)i, '=')) return false;
  return at_char(lexer, 1 + (size_t)level, ']');
}

static void read_long_bracket(struct wb_lexer *lexer, int level, struct wb_lua_token *token) {
  lexer->at += level + 2;
  token->text = lexer->at;
  while (lexer->at < lexer->end && !closes_bracket(lexer, level)) step_char(lexer);
  token->length = (size_t)(lexer->at - token->text);
  if (lexer->at < lexer->end) lexer->at += level + 2;
}

static void skip_comment(struct wb_lexer *lexer) {
  struct wb_lua_token ignored;
  lexer->at += 2;
  int level = long_bracket(lexer);
  if (level >= 0)
    read_long_bracket(lexer, level, &ignored);
  else
    while (lexer->at < lexer->end && *lexer->at != '\n') lexer->at++;
}

static void skip_blanks(struct wb_lexer *lexer) {
  while (lexer->at < lexer->end) {
    if (at_char(lexer, 0, '-') && at_char(lexer, 1, '-'))
      skip_comment(lexer);
    else if (strchr(" \t\r\n\f\v", *lexer->at) != NULL && *lexer->at != '\0')
      step_char(lexer);
    else
      break;
  }
}

static void read_quoted(struct wb_lexer *lexer, struct wb_lua_token *token) {
  char quote = *lexer->at++;
  token->text = lexer->at;
  while (lexer->at < lexer->end && *lexer->at != quote) {
    if (*lexer->at == '\\' && lexer->end - lexer->at > 1) step_char(lexer);
    step_char(lexer);
  }
  token->length = (size_t)(lexer->at - token->text);
  if (lexer->at < lexer->end) lexer->at++;
}

static void read_word(struct wb_lexer *lexer, struct wb_lua_token *token) {
  while (lexer->at < lexer->end && (is_letter(*lexer->at) || is_digit(*lexer->at))) lexer->at++;
  token->length = (size_t)(lexer->at - token->text);
}

/* Numbers keep their points and the signs of their exponents. */
static void read_number(struct wb_lexer *lexer, struct wb_lua_token *token) {
  bool hex = at_char(lexer, 0, '0') && (at_char(lexer, 1, 'x') || at_char(lexer, 1, 'X'));
  while (lexer->at < lexer->end) {
    char c = *lexer->at;
    bool exponent = hex ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
    if (!is_letter(c) && !is_digit(c) && c != '.') break;
    lexer->at++;
    if (exponent && (at_char(lexer, 0, '-') || at_char(lexer, 0, '+'))) lexer->at++;
  }
  token->length = (size_t)(lexer->at - token->text);
}

static void read_symbol(struct wb_lexer *lexer, struct wb_lua_token *token) {
  static const char *const operators[] = {
      "...", "..", "==", "~=", "<=", ">=", "<<", ">>", "//", "::"};
  /* The second characters of the operators. */
  const bool several = lexer->end - lexer->at > 1 && strchr(".=<>/:", lexer->at[1]) != NULL;
  token->length = 1;
  for (size_t i = 0; several && i < sizeof operators / sizeof operators[0]; i++) {
    size_t length = strlen(operators[i]);
    if ((size_t)(lexer->end - lexer->at) < length) continue;
    if (memcmp(lexer->at, operators[i], length) != 0) continue;
    token->length = length;
    break;
  }
  for (size_t i = 0; i < token->length; i++) step_char(lexer);
}

struct wb_lua_token wb_lexer_next(struct wb_lexer *lexer) {
  skip_blanks(lexer);
  struct wb_lua_token token = {WB_LUA_TOKEN_END, lexer->at, 0, lexer->line};
  if (lexer->at >= lexer->end) return token;
  char c = *lexer->at;
  int level = long_bracket(lexer);
  if (is_letter(c)) {
    token.kind = WB_LUA_TOKEN_NAME;
    read_word(lexer, &token);
  } else if (is_digit(c)) {
    token.kind = WB_LUA_TOKEN_NUMBER;
    read_number(lexer, &token);
  } else if (c == '"' || c == '\'') {
    token.kind = WB_LUA_TOKEN_STRING;
    read_quoted(lexer, &token);
  } else if (level >= 0) {
    token.kind = WB_LUA_TOKEN_STRING;
    read_long_bracket(lexer, level, &token);
  } else {
    token.kind = WB_LUA_TOKEN_SYMBOL;
    read_symbol(lexer, &token);
  }
  return token;
}
