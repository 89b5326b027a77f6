#include "base/words.h"

#include <stddef.h>
#include <string.h>

const char *wb_word_name(const struct wb_words *words, unsigned value) {
  const char *name = value < words->count ? words->rows[value].name : NULL;
  return name != NULL ? name : "unknown";
}

const char *wb_word_help(const struct wb_words *words, unsigned value) {
  const char *help = value < words->count ? words->rows[value].help : NULL;
  return help != NULL ? help : "";
}

bool wb_word_parse(const struct wb_words *words, const char *word, unsigned *value) {
  for (unsigned i = 0; word != NULL && i < words->count; i++) {
    if (words->rows[i].name == NULL || strcmp(words->rows[i].name, word) != 0) continue;
    *value = i;
    return true;
  }
  return false;
}
