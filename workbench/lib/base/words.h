/* The machine words of an enumeration, and what they mean. */
#ifndef WB_BASE_WORDS_H
#define WB_BASE_WORDS_H

#include <stdbool.h>

struct wb_word {
  const char *name; /* "out-of-bounds"; NULL where a value has no word */
  const char *help; /* one line, or NULL */
};

struct wb_words {
  const struct wb_word *rows; /* by value, from 0 */
  unsigned count;
};

/* Of an array of rows. */
#define WB_WORDS(array) \
  { (array), sizeof(array) / sizeof(array)[0] }

/* "unknown" and "" for a value that has none. */
const char *wb_word_name(const struct wb_words *words, unsigned value);
const char *wb_word_help(const struct wb_words *words, unsigned value);

/* The value of a word; false, and *value left alone, for NULL and unknown words. */
bool wb_word_parse(const struct wb_words *words, const char *word, unsigned *value);

#endif
