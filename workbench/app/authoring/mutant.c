#include "authoring/mutant.h"

#include <string.h>

#include "authoring/mutant_operators.h"

/* In the order in which mutants are listed. */
static const struct wb_mutant_operator OPERATORS[] = {
    {"barrier-removed", "a barrier or fence is left out", wb_mutants_of_removed_barriers},
    {"barrier-moved", "a barrier changes places with its neighbour", wb_mutants_of_moved_barriers},
    {"condition", "a condition always or never holds", wb_mutants_of_conditions},
    {"guard", "one part of a condition is left out", wb_mutants_of_guards},
    {"comparison", "a comparison is off by one, or the other way round", wb_mutants_of_comparisons},
    {"index", "an index is one more or less", wb_mutants_of_indexes},
    {"arithmetic", "a sign of arithmetic is another one", wb_mutants_of_arithmetic},
    {"constant", "a number in a size, stride, bound or index is one more or less",
     wb_mutants_of_constants},
    {"id", "one id stands for another", wb_mutants_of_ids},
    {"dimension", "an id or size is of another dimension", wb_mutants_of_dimensions},
    {"size", "one size of the launch stands for another", wb_mutants_of_size_queries},
    {"fence", "a fence is of other memory, or of less", wb_mutants_of_fences},
    {"order", "an atomic's order or scope is weaker", wb_mutants_of_orders},
    {"atomic", "an atomic is a plain access", wb_mutants_of_atomics},
    {"local", "local memory is private", wb_mutants_of_local_memory},
    {"assignment", "what is added is assigned, or the like", wb_mutants_of_assignments},
    {"initialiser", "a variable begins without a value", wb_mutants_of_initialisers},
    {"cast", "a conversion is left out", wb_mutants_of_casts},
    {"narrow", "a variable or an index is of a narrower type", wb_mutants_of_narrow_types},
    {"cap", "a size or a value is limited", wb_mutants_of_caps},
    {"last-group", "the last work-group does not store", wb_mutants_of_last_groups},
    {"statement", "a statement is left out", wb_mutants_of_statements},
    /* Of host programs alone, as some of those above are, too (mutant_program.c). */
    {"statement-moved", "two statements change places", NULL},
    {"copy-reversed", "a copy's source and target change places", NULL},
    {"arguments", "two arguments of a call change places", NULL},
};
enum { N_OPERATORS = sizeof OPERATORS / sizeof OPERATORS[0] };

const struct wb_mutant_operator *wb_mutant_operator_find(const char *name) {
  for (size_t i = 0; i < N_OPERATORS; i++)
    if (strcmp(OPERATORS[i].name, name) == 0) return &OPERATORS[i];
  return NULL;
}

void wb_mutants_find(struct wb_mutants *mutants, const char *text, size_t length,
                     const struct wb_mutant_domain *domain) {
  struct wb_code code;
  struct wb_mutant_search search = {.code = &code, .mutants = mutants, .domain = domain};
  wb_code_read(&code, text, length);
  for (size_t i = 0; i < N_OPERATORS; i++) {
    search.kind = &OPERATORS[i];
    if (OPERATORS[i].find != NULL) OPERATORS[i].find(&search);
  }
  wb_code_release(&code);
}
