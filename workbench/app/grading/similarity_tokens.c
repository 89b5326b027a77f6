#include "grading/similarity_tokens.h"

#include <stdlib.h>
#include <string.h>

#include "grading/similarity.h"
#include "text/words.h"

enum {
  LEAST_COMMENT = 8, /* letters and digits */
  LEAST_NAME = 3
};

/* FNV-1a of 64 bits. */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < length; i++) hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
  return hash;
}

uint64_t wb_feature_hash(enum wb_feature_kind kind, const void *bytes, size_t length) {
  const unsigned char first = (unsigned char)kind;
  return hash_bytes(hash_bytes(UINT64_C(0xcbf29ce484222325), &first, 1), bytes, length);
}

struct wb_word_reader wb_word_reader_of(enum wb_source_kind language, const char *text,
                                        size_t length) {
  return (struct wb_word_reader){.language = language,
                                 .text = text,
                                 .length = length,
                                 .line = 1,
                                 .c = wb_token_reader_of(text, length)};
}

/* Whether a word is a name of its author's: also `length` or `min`, where nothing is called. */
static bool is_name(const struct wb_token *token, struct wb_token_reader after) {
  const enum wb_style style = wb_word_style(token->text, token->length);
  const bool is_function = token->text[0] >= 'a' && token->text[0] <= 'z';
  struct wb_token next;
  if (style != WB_STYLE_BUILTIN || !is_function) return style == WB_STYLE_PLAIN;
  return !wb_token_next(&after, &next) || !wb_token_is(&next, "(");
}

static bool next_of_c(struct wb_word_reader *reader, struct wb_word_read *word) {
  struct wb_token token;
  if (!wb_token_next(&reader->c, &token)) return false;
  *word = (struct wb_word_read){WB_WORD_FIXED, token.text, token.length, token.line};
  if (token.kind == WB_TOKEN_COMMENT) word->kind = WB_WORD_COMMENT;
  if (token.kind != WB_TOKEN_NAME) return true;
  if (is_name(&token, reader->c)) word->kind = WB_WORD_NAME;
  /* __kernel and kernel are one. */
  if (word->kind == WB_WORD_FIXED && token.length > 2 && memcmp(token.text, "__", 2) == 0) {
    word->text += 2;
    word->length -= 2;
  }
  return true;
}

static bool next_of_lua(struct wb_word_reader *reader, struct wb_word_read *word) {
  enum wb_lua_kind kind;
  for (; reader->at < reader->length && strchr(" \t\r\n\v\f", reader->text[reader->at]) != NULL;
       reader->at++)
    reader->line += reader->text[reader->at] == '\n';
  if (reader->at >= reader->length) return false;
  const size_t start = reader->at;
  reader->at = wb_lua_token_end(reader->text, reader->length, start, &kind);
  *word =
      (struct wb_word_read){WB_WORD_FIXED, reader->text + start, reader->at - start, reader->line};
  if (kind == WB_LUA_COMMENT) word->kind = WB_WORD_COMMENT;
  if (kind == WB_LUA_WORD && !wb_lua_is_keyword(word->text, word->length))
    word->kind = WB_WORD_NAME;
  for (size_t i = start; i < reader->at; i++) reader->line += reader->text[i] == '\n';
  return true;
}

bool wb_word_next(struct wb_word_reader *reader, struct wb_word_read *word) {
  return reader->language == WB_SOURCE_LUA ? next_of_lua(reader, word) : next_of_c(reader, word);
}

/* Of a comment its letters and digits alone, in lower case; 0: it is too short to say anything. */
static uint64_t hash_of_comment(const struct wb_word_read *word) {
  uint64_t hash = wb_feature_hash(WB_FEATURE_COMMENT, "", 0);
  size_t letters = 0;
  for (size_t i = 0; i < word->length; i++) {
    unsigned char c = (unsigned char)word->text[i];
    if (c >= 'A' && c <= 'Z') c = (unsigned char)(c - 'A' + 'a');
    if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && c < 128) continue;
    hash = hash_bytes(hash, &c, 1);
    letters++;
  }
  return letters >= LEAST_COMMENT ? hash : 0;
}

/* What a comment or a name is known by; 0: it is neither, or says nothing. */
uint64_t wb_word_odd_hash(const struct wb_word_read *word) {
  if (word->kind == WB_WORD_COMMENT) return hash_of_comment(word);
  if (word->kind == WB_WORD_NAME && word->length >= LEAST_NAME)
    return wb_feature_hash(WB_FEATURE_NAME, word->text, word->length);
  return 0;
}

void wb_own_tokens_add(struct wb_own_tokens *tokens, const struct wb_word_read *word) {
  if (tokens->count >= WB_SIMILARITY_TOKENS_MAX || word->kind == WB_WORD_COMMENT) return;
  tokens->hashes =
      wb_grow(tokens->hashes, &tokens->capacity, tokens->count + 1, sizeof *tokens->hashes);
  tokens->lines =
      wb_grow(tokens->lines, &tokens->line_capacity, tokens->count + 1, sizeof *tokens->lines);
  tokens->hashes[tokens->count] =
      word->kind == WB_WORD_NAME ? 1 : wb_feature_hash(WB_FEATURE_GRAM, word->text, word->length);
  tokens->lines[tokens->count++] = word->line;
}

void wb_own_tokens_release(struct wb_own_tokens *tokens) {
  free(tokens->hashes);
  free(tokens->lines);
}

uint64_t wb_own_tokens_gram(const struct wb_own_tokens *tokens, size_t at, size_t count) {
  return wb_feature_hash(WB_FEATURE_GRAM, tokens->hashes + at, count * sizeof *tokens->hashes);
}
