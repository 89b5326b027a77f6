/* A text of OpenCL C as names, numbers, signs, strings and comments: C17's section 6.4
 * without trigraphs. It never fails, and no macro is expanded: it is for colours, for
 * messages and for guesses. What decides whether a text is dangerous
 * (device/kernel_text.h) reads it by itself, in every way that some compiler does. */
#ifndef WB_BASE_TOKENS_H
#define WB_BASE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum wb_token_kind {
  WB_TOKEN_NAME,
  WB_TOKEN_NUMBER,
  WB_TOKEN_SIGN,
  WB_TOKEN_TEXT, /* "…" or '…'; one that is not closed ends with its line */
  WB_TOKEN_COMMENT
};

struct wb_token {
  enum wb_token_kind kind;
  const char *text; /* in the source */
  size_t length;
  uint32_t line, column; /* where it begins, from 1; columns are bytes */
  uint32_t directive;    /* number of the directive that it is part of; 0: it is none's */
};

/* One token after the other, comments among them; the text must stay. */
struct wb_token_reader {
  const char *at, *end, *line_start;
  uint32_t line, directives, directive;
  bool fresh; /* nothing but blanks and comments on this line so far */
};
struct wb_token_reader wb_token_reader_of(const char *text, size_t length);
/* False at the end. */
bool wb_token_next(struct wb_token_reader *reader, struct wb_token *token);

/* All tokens but comments. Free with wb_tokens_release. */
struct wb_tokens {
  struct wb_token *items;
  size_t count, capacity;
};
void wb_tokens_read(struct wb_tokens *tokens, const char *text, size_t length);
void wb_tokens_release(struct wb_tokens *tokens);

bool wb_token_is(const struct wb_token *token, const char *text);
bool wb_token_is_any(const struct wb_token *token, const char *const *texts, size_t count);
#define WB_TOKEN_IS_ONE_OF(token, texts) \
  wb_token_is_any(token, texts, sizeof(texts) / sizeof(texts)[0])

/* The value of an integer with its suffix; false for what is none. */
bool wb_token_integer(const struct wb_token *token, uint64_t *value);

/* Whether two tokens are spelt alike. */
bool wb_token_equal(const struct wb_token *a, const struct wb_token *b);

#endif
