/* What operators (mutant.h) have in common: the code that they look at, and the list that they
 * add to. */
#ifndef WB_AUTHORING_MUTANT_OPERATORS_H
#define WB_AUTHORING_MUTANT_OPERATORS_H

#include "authoring/mutant.h"
#include "authoring/mutant_code.h"
#include "base/str.h"

struct wb_mutant_search {
  const struct wb_code *code;
  const struct wb_mutant_operator *kind; /* the one that looks now */
  struct wb_mutants *mutants;
  const struct wb_mutant_domain *domain; /* NULL in a host program */
  bool fits;                             /* what is added now (struct wb_mutant) */
};

/* Replaces the bytes from `start` to `end` of the text. What holds a directive's line is left. */
void wb_mutant_add(struct wb_mutant_search *search, size_t start, size_t end,
                   const char *replacement);
/* Token `at`, or the tokens of a range. */
void wb_mutant_replace(struct wb_mutant_search *search, size_t at, const char *replacement);
void wb_mutant_replace_range(struct wb_mutant_search *search, const struct wb_code_range *range,
                             const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Removes what is between the beginnings of two tokens. */
void wb_mutant_remove(struct wb_mutant_search *search, size_t first, size_t end);

/* A range's text, for printf's `%.*s`. */
#define WB_CODE_TEXT(code, range)                                                 \
  (int)(wb_code_end(code, (range).end - 1) - wb_code_start(code, (range).first)), \
      (code)->text + wb_code_start(code, (range).first)

/* A word, and what it becomes; words may be there more than once. */
struct wb_mutant_swap {
  const char *from, *to;
};
/* Names of functions that are called, in all bodies, by a table that ends with a NULL. */
void wb_mutant_swap_calls(struct wb_mutant_search *search, const struct wb_mutant_swap *swaps);
/* Other tokens. */
void wb_mutant_swap_words(struct wb_mutant_search *search, const struct wb_mutant_swap *swaps);
/* Signs between two operands, but not behind a name that begins with `but` (NULL: all). */
void wb_mutant_swap_signs(struct wb_mutant_search *search, const struct wb_mutant_swap *swaps,
                          const char *but);

/* mutant_flow.c: what is done, and in which order. */
void wb_mutants_of_removed_barriers(struct wb_mutant_search *search);
void wb_mutants_of_moved_barriers(struct wb_mutant_search *search);
void wb_mutants_of_conditions(struct wb_mutant_search *search);
void wb_mutants_of_guards(struct wb_mutant_search *search);
void wb_mutants_of_comparisons(struct wb_mutant_search *search);
void wb_mutants_of_statements(struct wb_mutant_search *search);
void wb_mutants_of_last_groups(struct wb_mutant_search *search);

/* mutant_values.c: what is computed, and of what. */
void wb_mutants_of_indexes(struct wb_mutant_search *search);
void wb_mutants_of_arithmetic(struct wb_mutant_search *search);
void wb_mutants_of_constants(struct wb_mutant_search *search);
void wb_mutants_of_assignments(struct wb_mutant_search *search);
void wb_mutants_of_initialisers(struct wb_mutant_search *search);
void wb_mutants_of_casts(struct wb_mutant_search *search);

/* mutant_limits.c: how large it may be. */
void wb_mutants_of_narrow_types(struct wb_mutant_search *search);
void wb_mutants_of_caps(struct wb_mutant_search *search);

/* mutant_words.c: which work-item, which memory, which order. */
void wb_mutants_of_ids(struct wb_mutant_search *search);
void wb_mutants_of_dimensions(struct wb_mutant_search *search);
void wb_mutants_of_size_queries(struct wb_mutant_search *search);
void wb_mutants_of_fences(struct wb_mutant_search *search);
void wb_mutants_of_orders(struct wb_mutant_search *search);
void wb_mutants_of_atomics(struct wb_mutant_search *search);
void wb_mutants_of_local_memory(struct wb_mutant_search *search);

#endif
