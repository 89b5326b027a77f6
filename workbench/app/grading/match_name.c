#include "grading/match_name.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/slug.h"
#include "base/str.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static const char decimal[] = "0123456789";

/* ---- additions ---------------------------------------------------------------------------------
 */

/* Words that browsers and systems put to a copy, in some languages. */
static const char *const copy_words[] = {"copy", "kopie", "copie", "copia", "kopia"};
static const char *const copy_begins[] = {"copy-of-",  "kopie-von-", "copie-de-",
                                          "copia-de-", "kopia-av-",  "kopia-"};

/* "-2" or "-v2" at the end. */
static bool drop_number(char *stem) {
  const size_t length = strlen(stem);
  size_t at = length;
  while (at > 0 && strchr(decimal, stem[at - 1]) != NULL) at--;
  if (at == length) return false;
  if (at > 1 && stem[at - 1] == 'v' && stem[at - 2] == '-') at--;
  if (at < 2 || stem[at - 1] != '-') return false;
  stem[at - 1] = '\0';
  return true;
}

/* "-copy" at the end. */
static bool drop_copy_word(char *stem) {
  const size_t length = strlen(stem);
  for (size_t i = 0; i < COUNT_OF(copy_words); i++) {
    const size_t word = strlen(copy_words[i]);
    if (length <= word + 1 || stem[length - word - 1] != '-' ||
        strcmp(stem + length - word, copy_words[i]) != 0)
      continue;
    stem[length - word - 1] = '\0';
    return true;
  }
  return false;
}

/* "copy-of-", "copy-2-of-" at the begin. */
static bool drop_copy_begin(char *stem) {
  size_t begin = 0;
  for (size_t i = 0; i < COUNT_OF(copy_begins) && begin == 0; i++)
    if (wb_starts_with(stem, copy_begins[i])) begin = strlen(copy_begins[i]);
  if (begin == 0 && wb_starts_with(stem, "copy-")) {
    const size_t number = strspn(stem + strlen("copy-"), decimal);
    const size_t of = strlen("copy-") + number;
    if (number > 0 && wb_starts_with(stem + of, "-of-")) begin = of + strlen("-of-");
  }
  if (begin == 0 || stem[begin] == '\0') return false;
  memmove(stem, stem + begin, strlen(stem + begin) + 1);
  return true;
}

/* Takes one addition away; false: there is none. */
static bool drop_addition(char *stem) {
  return drop_copy_begin(stem) || drop_copy_word(stem) || drop_number(stem);
}

/* ---- one form of a name ------------------------------------------------------------------------
 */

/* "puzzle-03-guards" as "03-guards": what follows a word for puzzles and begins with a digit. */
static const char *without_word(const char *stem) {
  static const char *const words[] = {"puzzle",  "exercise", "problem",  "question", "task",
                                      "aufgabe", "kernel",   "solution", "answer",   "ex",
                                      "nr",      "no",       "p",        "q"};
  for (size_t i = 0; i < COUNT_OF(words); i++) {
    if (!wb_starts_with(stem, words[i])) continue;
    const char *rest = stem + strlen(words[i]);
    rest += *rest == '-';
    if (*rest >= '0' && *rest <= '9') return rest;
  }
  return stem;
}

/* Whether both have the same letters and digits, in whatever case, whatever stands between. */
static bool is_same_word(const char *a, const char *b) {
  for (;;) {
    a += strspn(a, "-_");
    b += strspn(b, "-_");
    if (strncasecmp(a, b, 1) != 0) return false;
    if (*a == '\0') return true;
    a++;
    b++;
  }
}

/* A number of at most six digits at the begin, and what follows it; 0: there is none. */
static unsigned number_at(const char *stem, const char **rest) {
  enum { MOST_DIGITS = 6 };
  const size_t digits = strspn(stem, decimal);
  *rest = stem + digits + (stem[digits] == '-');
  return digits > 0 && digits <= MOST_DIGITS ? (unsigned)strtoul(stem, NULL, 10) : 0;
}

/* Whether the whole slug stands at the end, behind something else. */
static bool ends_with_slug(const char *stem, const char *slug) {
  if (wb_slug_digits(slug) == 0) return false;
  for (const char *at = strchr(stem, '-'); at != NULL; at = strchr(at + 1, '-'))
    if (is_same_word(at + 1, slug)) return true;
  return false;
}

static bool was_called(const struct wb_match_puzzle *puzzle, const char *word) {
  bool was = false;
  for (size_t i = 0; i < puzzle->former.count && !was; i++)
    was = is_same_word(word, puzzle->former.items[i]);
  return was;
}

static enum wb_match_rule rule_of_stem(const char *stem, const struct wb_match_puzzle *puzzle,
                                       bool *is_loose) {
  const char *name = wb_slug_name(puzzle->slug), *begun = without_word(stem), *rest;
  const unsigned number = number_at(begun, &rest);
  const bool has_number = number > 0 && number == puzzle->number;
  *is_loose = false;
  if (is_same_word(stem, puzzle->slug) || (has_number && is_same_word(rest, name)))
    return WB_MATCH_SLUG;
  if (is_same_word(stem, name) || was_called(puzzle, stem) ||
      (number > 0 && (is_same_word(rest, name) || was_called(puzzle, rest))))
    return WB_MATCH_NAME;
  if (has_number && *rest == '\0') return WB_MATCH_NUMBER;
  *is_loose = true;
  if (ends_with_slug(stem, puzzle->slug)) return WB_MATCH_NAME;
  return has_number && rest[-1] == '-' ? WB_MATCH_NUMBER : WB_MATCH_NONE;
}

/* ---- all of them -------------------------------------------------------------------------------
 */

/* Below 0: the first says more. */
static int compare_named(const struct wb_named_puzzle *a, const struct wb_named_puzzle *b) {
  if (a->rule != b->rule) return a->rule < b->rule ? -1 : 1;
  return (int)a->is_loose - (int)b->is_loose;
}

static struct wb_named_puzzle match_stem(const struct wb_match_rules *rules, const char *stem) {
  struct wb_named_puzzle best = {.puzzle = NULL};
  bool is_tie = false;
  for (size_t i = 0; i < rules->count; i++) {
    struct wb_named_puzzle found = {.puzzle = &rules->puzzles[i]};
    found.rule = rule_of_stem(stem, &rules->puzzles[i], &found.is_loose);
    if (found.rule == WB_MATCH_NONE) continue;
    const int order = best.puzzle != NULL ? compare_named(&found, &best) : -1;
    if (order < 0) best = found;
    is_tie = order == 0 || (is_tie && order > 0);
  }
  if (is_tie) best.puzzle = NULL;
  return best;
}

struct wb_named_puzzle wb_match_name(const struct wb_match_rules *rules, const char *stem) {
  struct wb_named_puzzle best = {.puzzle = NULL};
  char *form = wb_strdup(stem);
  unsigned additions = 0;
  do {
    struct wb_named_puzzle found = match_stem(rules, form);
    found.additions = additions++;
    if (found.puzzle != NULL && (best.puzzle == NULL || compare_named(&found, &best) < 0))
      best = found;
  } while (drop_addition(form));
  free(form);
  return best;
}
