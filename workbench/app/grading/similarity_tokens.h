/* What similarity.c reads of a text: its words, and tokens in which all names are one. Nobody else
 * includes this. */
#ifndef WB_GRADING_SIMILARITY_TOKENS_H
#define WB_GRADING_SIMILARITY_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lua_tokens.h"
#include "base/tokens.h"
#include "text/styled.h"

/* What texts are compared by. */
enum wb_feature_kind {
  WB_FEATURE_GRAM,
  WB_FEATURE_COMMENT,
  WB_FEATURE_NAME,
  WB_FEATURE_DEAD,
  WB_FEATURE_MISTAKE
};
uint64_t wb_feature_hash(enum wb_feature_kind kind, const void *bytes, size_t length);

enum wb_word_kind {
  WB_WORD_FIXED, /* of the language: keywords, numbers, signs, texts in quotes */
  WB_WORD_NAME,  /* that its author chose */
  WB_WORD_COMMENT
};
struct wb_word_read {
  enum wb_word_kind kind;
  const char *text; /* in the source */
  size_t length;
  uint32_t line;     /* from 1 */
  bool in_directive; /* of the preprocessor */
};

struct wb_word_reader {
  enum wb_source_kind language; /* OpenCL C or Lua */
  const char *text;
  size_t length, at; /* of Lua */
  uint32_t line;
  struct wb_token_reader c;
};
struct wb_word_reader wb_word_reader_of(enum wb_source_kind language, const char *text,
                                        size_t length);
bool wb_word_next(struct wb_word_reader *reader, struct wb_word_read *word);

/* What a comment or a name is known by; 0: it is neither, or too short to say anything. */
uint64_t wb_word_odd_hash(const struct wb_word_read *word);

/* Without comments. Zeroed, it is empty. */
struct wb_own_tokens {
  uint64_t *hashes;
  struct wb_word_read *words; /* whose bytes are the source's */
  size_t count, capacity, word_capacity;
};
/* At most WB_SIMILARITY_TOKENS_MAX. */
void wb_own_tokens_add(struct wb_own_tokens *tokens, const struct wb_word_read *word);
void wb_own_tokens_release(struct wb_own_tokens *tokens);
uint64_t wb_own_tokens_gram(const struct wb_own_tokens *tokens, size_t at, size_t count);

/* What a declaration is known by, whatever the names in it, where the token `at` is the name that
 * it declares: a variable with its first value, or a function. 0: it is none, or too short. */
uint64_t wb_own_tokens_declaration(const struct wb_own_tokens *tokens, size_t at,
                                   enum wb_source_kind language);

#endif
