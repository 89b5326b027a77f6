/* A text of OpenCL C as words, numbers and signs, without comments. Cheap, and
 * only as exact as its users need: no macro is expanded. */
#ifndef WB_COMPILER_TOKENS_H
#define WB_COMPILER_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum wb_token_kind { WB_TOKEN_NAME, WB_TOKEN_NUMBER, WB_TOKEN_SIGN, WB_TOKEN_TEXT };

struct wb_token {
  enum wb_token_kind kind;
  const char *text; /* in the source */
  size_t length;
  uint32_t line, column; /* from 1 */
  uint32_t directive;    /* number of the directive that it is part of; 0: it is none's */
};

struct wb_tokens {
  struct wb_token *items;
  size_t count, capacity;
};

/* Free with wb_tokens_release. */
void wb_tokens_read(struct wb_tokens *tokens, const char *text, size_t length);
void wb_tokens_release(struct wb_tokens *tokens);

bool wb_token_is(const struct wb_token *token, const char *text);

#endif
