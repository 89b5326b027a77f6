/* Mutants of a kernel: texts that differ from it by one small mistake, of the kinds that people
 * make. A puzzle's cases are good if each mutant of a right kernel is rejected by one of them;
 * one that survives shows what no case asks (mutant_judging.h).
 *
 * A mutant is made on the tokens of the text, so that it has a form that people read: a
 * difference of lines. Only the bodies of functions are changed, never comments, preprocessor
 * lines, or what a macro stands for. Whether a mutant compiles is not known here. */
#ifndef WB_AUTHORING_MUTANT_H
#define WB_AUTHORING_MUTANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One kind of mistake. Its name is a word of exemptions and of reports, and does not change. */
struct wb_mutant_search;
struct wb_mutant_operator {
  const char *name;
  const char *summary; /* of a mutant, as "`<` becomes `<=`, …" would end "a mutant whose" */
  void (*find)(struct wb_mutant_search *search); /* in a kernel; NULL: it has none */
};

const struct wb_mutant_operator *wb_mutant_operator_find(const char *name); /* NULL: none */

/* What operators know of the puzzle, as its summary has it; zeroed where they know nothing. */
struct wb_mutant_domain {
  bool declared;     /* else nothing says how large sizes and values are, and none is limited */
  const char *entry; /* the kernel that takes the parameters; NULL: none */
  char *const *parameters, *const *ranges;
  size_t n_parameters, n_ranges;
};

/* `length` bytes at `start` of the text are replaced. */
struct wb_mutant {
  const struct wb_mutant_operator *kind;
  uint32_t line, column; /* of the first byte, from 1 */
  size_t start, length;
  char *replacement;
  bool fits; /* what it limits never goes so far in the puzzle's domain: proven (mutant_range.h) */
};

/* A zeroed list is empty. */
struct wb_mutants {
  struct wb_mutant *items;
  size_t count, capacity;
};

/* All mutants of a text, by operator and place, each text once and the text itself never. The
 * text is not needed afterwards. */
void wb_mutants_find(struct wb_mutants *mutants, const char *text, size_t length,
                     const struct wb_mutant_domain *domain);
/* The same of a host program, a text of Lua. */
void wb_program_mutants_find(struct wb_mutants *mutants, const char *text, size_t length);
void wb_mutants_release(struct wb_mutants *mutants);

/* The mutant's whole text; the caller frees. */
char *wb_mutant_text(const struct wb_mutant *mutant, const char *text, size_t length);

/* The lines that differ between two texts, without indentation and empty ones: those that go
 * after "- ", those that come after "+ ", each with a newline. The caller frees. */
char *wb_mutant_difference(const char *text, const char *changed);

/* The same of one line of a text, from 1, that becomes `rewritten`; where that is NULL, "= " with
 * `words` stands in place of what comes. */
char *wb_mutant_line_difference(const char *text, unsigned line, const char *rewritten,
                                const char *words);

#endif
