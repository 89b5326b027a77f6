#include "grading/similarity_tokens.h"

#include <stdlib.h>
#include <string.h>

#include "grading/similarity.h"
#include "text/words.h"

enum {
  LEAST_COMMENT = 8, /* letters and digits */
  LEAST_NAME = 3,
  LEAST_DECLARATION = 8, /* tokens: "int x = a + b;" is not odd */
  MOST_DECLARATION = 400,
  MOST_SPECIFIERS = 8
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
  *word = (struct wb_word_read){WB_WORD_FIXED, token.text, token.length, token.line,
                                token.directive != 0};
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
  *word = (struct wb_word_read){WB_WORD_FIXED, reader->text + start, reader->at - start,
                                reader->line, false};
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
  tokens->words =
      wb_grow(tokens->words, &tokens->word_capacity, tokens->count + 1, sizeof *tokens->words);
  tokens->hashes[tokens->count] =
      word->kind == WB_WORD_NAME ? 1 : wb_feature_hash(WB_FEATURE_GRAM, word->text, word->length);
  tokens->words[tokens->count++] = *word;
}

void wb_own_tokens_release(struct wb_own_tokens *tokens) {
  free(tokens->hashes);
  free(tokens->words);
}

uint64_t wb_own_tokens_gram(const struct wb_own_tokens *tokens, size_t at, size_t count) {
  return wb_feature_hash(WB_FEATURE_GRAM, tokens->hashes + at, count * sizeof *tokens->hashes);
}

/* ---- declarations ------------------------------------------------------------------------------
 */

static bool is_sign(const struct wb_word_read *word, const char *signs) {
  return word->length == 1 && word->text[0] != '\0' && strchr(signs, word->text[0]) != NULL;
}

/* A word that may stand before the name that is declared: of its type. */
static bool is_specifier(const struct wb_word_read *word) {
  static const char *const others[] = {"return", "else", "goto", "case", "do", "kernel"};
  const char first = word->text[0];
  if (word->in_directive) return false;
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (word->length == strlen(others[i]) && memcmp(word->text, others[i], word->length) == 0)
      return false;
  return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_' ||
         is_sign(word, "*");
}

/* Where the declaration begins; `at` itself: it is none. */
static size_t declaration_begin(const struct wb_own_tokens *tokens, size_t at, bool by_line) {
  const struct wb_word_read *words = tokens->words;
  size_t begin = at;
  while (begin > 0 && at - begin < MOST_SPECIFIERS && is_specifier(&words[begin - 1]) &&
         (!by_line || words[begin - 1].line == words[at].line))
    begin--;
  if (begin == 0) return begin;
  const bool is_begin = by_line
                            ? words[begin - 1].line != words[at].line
                            : words[begin - 1].in_directive || is_sign(&words[begin - 1], ";{}");
  return is_begin ? begin : at;
}

/* Behind its last token, which is a semicolon or the brace that closes a function; in Lua behind
 * the line. `at`: it has no end. */
static size_t declaration_end(const struct wb_own_tokens *tokens, size_t at, bool by_line) {
  const struct wb_word_read *words = tokens->words;
  const size_t most = tokens->count - at < MOST_DECLARATION ? tokens->count : at + MOST_DECLARATION;
  int depth = 0;
  size_t end = at;
  for (size_t i = at; i < most && end == at; i++) {
    const bool is_last = i + 1 == tokens->count;
    depth += is_sign(&words[i], "({[") - is_sign(&words[i], ")}]");
    if (by_line ? is_last || words[i + 1].line != words[at].line
                : depth == 0 &&
                      (is_sign(&words[i], ";") ||
                       (is_sign(&words[i], "}") && (is_last || !is_sign(&words[i + 1], ";,")))))
      end = i + 1;
  }
  return end;
}

uint64_t wb_own_tokens_declaration(const struct wb_own_tokens *tokens, size_t at,
                                   enum wb_source_kind language) {
  const bool by_line = language == WB_SOURCE_LUA;
  if (tokens->words[at].kind != WB_WORD_NAME || tokens->words[at].in_directive ||
      at + 1 >= tokens->count || !is_sign(&tokens->words[at + 1], "=([;"))
    return 0;
  const size_t begin = declaration_begin(tokens, at, by_line);
  const size_t end = declaration_end(tokens, at, by_line);
  return begin == at || end < begin + LEAST_DECLARATION
             ? 0
             : wb_feature_hash(WB_FEATURE_DEAD, tokens->hashes + begin,
                               (end - begin) * sizeof *tokens->hashes);
}
