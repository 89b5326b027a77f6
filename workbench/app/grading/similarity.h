/* How alike texts are that answer the same puzzle: a hint at pairs for a person to look at, never a
 * verdict.
 *
 * A text is read as tokens, in which all names that its author chose are one. What the course gives
 * (starter, lesson, hints) is taken out of it, wherever as many tokens as half a k-gram stand there
 * as they stand in what is given; so it counts neither as shared nor as a part of the whole. What
 * is left is the author's own. Of its k-grams some are chosen by winnowing (S. Schleimer,
 * D. Wilkerson, A. Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD 2003):
 * of runs of own tokens that two texts have in common, each of at least WB_SIMILARITY_SURE tokens
 * is found, and none that is shorter than a k-gram.
 *
 * There are not many ways to write a small kernel well. So a shared k-gram weighs the more, the
 * fewer accepted texts have it, those of the course among them; and what accepted texts do not need
 * to have in common is told apart: the same mistake, the same dead code, the same words in a
 * comment, the same odd names. */
#ifndef WB_GRADING_SIMILARITY_H
#define WB_GRADING_SIMILARITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "text/styled.h"

enum {
  WB_SIMILARITY_GRAM = 12,           /* tokens of a k-gram */
  WB_SIMILARITY_GIVEN_GRAM = 6,      /* of those by which is found what was given */
  WB_SIMILARITY_WINDOW = 5,          /* k-grams, one of which is chosen */
  WB_SIMILARITY_SURE = 16,           /* k + window - 1 */
  WB_SIMILARITY_LEAST_OWN = 30,      /* tokens, below which a text is too short for evidence */
  WB_SIMILARITY_TOKENS_MAX = 1 << 16 /* of a text; the rest of it is not looked at */
};

/* All texts of a puzzle. */
struct wb_similarity;
struct wb_similarity *wb_similarity_new(enum wb_source_kind language);
void wb_similarity_free(struct wb_similarity *all); /* NULL is fine */

/* A text that everybody has, before any is added that is compared. */
void wb_similarity_give(struct wb_similarity *all, const char *text, size_t length);

struct wb_similarity_text {
  bool accepted;
  bool is_course;      /* one of the course's own, which is in no pair */
  bool is_old;         /* of an earlier year: in no pair with another of those */
  const char *mistake; /* what tells how it fails, the same for who fails just so; NULL: it does
                          not, or nobody knows */
};
/* Its index. The bytes may go. */
size_t wb_similarity_add(struct wb_similarity *all, const char *text, size_t length,
                         const struct wb_similarity_text *about);

/* Once all are there: before anything below is asked. */
void wb_similarity_weigh(struct wb_similarity *all);

bool wb_similarity_is_too_short(const struct wb_similarity *all, size_t text);

struct wb_similarity_pair {
  size_t a, b;
  bool too_short;         /* one of them is: nothing else is set */
  double share;           /* of the weight of both, 0 … 1; 1 for a text and itself */
  double of_a, of_b;      /* of the weight of each */
  bool same_mistake;      /* which few make */
  size_t comments, names; /* odd ones that both have */
  size_t dead;            /* declarations that both have and neither uses, whatever the names */
  double odd;             /* how odd all these are, in bits; 0: none are shared */
};
void wb_similarity_compare(const struct wb_similarity *all, size_t a, size_t b,
                           struct wb_similarity_pair *pair);

struct wb_similarity_pairs {
  struct wb_similarity_pair *odd; /* share what is odd, the oddest first */
  size_t n_odd;
  struct wb_similarity_pair *alike; /* the others, the most alike first */
  size_t n_alike;
  double *nearest; /* beside the texts: the share of the one most like it; negative: it is too short
                      or nobody's */
  size_t compared; /* pairs that have something in common */
};
/* At most `most` of each. `may_pair` false: the two are never a pair, as when one person wrote
 * both; NULL: all may. */
void wb_similarity_find(const struct wb_similarity *all, size_t most,
                        bool (*may_pair)(size_t a, size_t b, void *data), void *data,
                        struct wb_similarity_pairs *pairs);
void wb_similarity_pairs_release(struct wb_similarity_pairs *pairs);

/* Two texts side by side. */
struct wb_similarity_side {
  bool *shared; /* beside its lines: own tokens there are in a run that both have */
  size_t n_lines;
  size_t first_line, last_line; /* of the longest run, from 1; 0: there is none */
};
struct wb_similarity_view {
  struct wb_similarity_side a, b;
  size_t longest;                  /* run of own tokens, in tokens */
  struct wb_names comments, names; /* odd ones that both have, as the first has them */
};
/* `a` and `b` are the indices of the texts, whose bytes are given once more. */
void wb_similarity_view(const struct wb_similarity *all, size_t a, const char *a_text,
                        size_t a_length, size_t b, const char *b_text, size_t b_length,
                        struct wb_similarity_view *view);
void wb_similarity_view_release(struct wb_similarity_view *view);

#endif
