#include "compiler/guess.h"

#include <ctype.h>
#include <string.h>

struct word {
  const char *start;
  size_t length;
};

static bool is_word_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool is_one_of(struct word word, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strlen(list[i]) == word.length && memcmp(list[i], word.start, word.length) == 0)
      return true;
  return false;
}

/* What may stand before a "(" without calling a function of libclc. */
static bool is_harmless(struct word word) {
  static const char *const WORDS[] = {"if",        "for",           "while",
                                      "switch",    "return",        "sizeof",
                                      "barrier",   "printf",        "work_group_barrier",
                                      "mem_fence", "__attribute__", "reqd_work_group_size",
                                      "float",     "int",           "uint"};
  if (word.length > 4 && memcmp(word.start, "get_", 4) == 0) return true;
  return is_one_of(word, WORDS, sizeof WORDS / sizeof WORDS[0]);
}

/* "void f(" declares, "return f(" calls. */
static bool is_declared_after(struct word before) {
  static const char *const CALLING[] = {"return", "else", "do", "case"};
  return before.length > 0 && !is_one_of(before, CALLING, sizeof CALLING / sizeof CALLING[0]);
}

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && isspace((unsigned char)*at)) at++;
  return at;
}

bool wb_guess_calls_builtins(const char *source, size_t length) {
  const char *at = source, *end = source + length;
  struct word before = {NULL, 0};
  while (at < end) {
    struct word word = {at, 0};
    while (at < end && is_word_char(*at)) at++;
    word.length = (size_t)(at - word.start);
    at = skip_blanks(at, end);
    if (word.length > 0 && at < end && *at == '(' && !is_harmless(word) &&
        !is_declared_after(before))
      return true;
    if (at < end && !is_word_char(*at)) at++, word.length = 0;
    before = word;
    at = skip_blanks(at, end);
  }
  return false;
}
