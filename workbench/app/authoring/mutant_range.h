/* Between which whole numbers an expression of a kernel lies, in every case of the puzzle's domain:
 * worked out from the domain's sizes and launches, as far as that can be proven.
 *
 * Known are ids and sizes of the launch, the scalars that the puzzle's entry takes, and variables
 * that nothing changes but their declaration, or the loop that counts with them. Each step of the
 * calculation lies between 0 and 2^31 - 1 (a declared variable's within its type, too): then no
 * type that OpenCL C calculates in wraps. Everything else is not known. */
#ifndef WB_AUTHORING_MUTANT_RANGE_H
#define WB_AUTHORING_MUTANT_RANGE_H

#include "authoring/mutant.h"
#include "authoring/mutant_code.h"
#include "authoring/number_range.h"

/* What tokens of the code come to. */
struct wb_number_range wb_mutant_range_of(const struct wb_code *code,
                                          const struct wb_mutant_domain *domain,
                                          const struct wb_code_range *tokens);
/* What the variables of a declaration hold, all of them, at any time. */
struct wb_number_range wb_mutant_range_of_declared(const struct wb_code *code,
                                                   const struct wb_mutant_domain *domain,
                                                   const struct wb_statement *statement);
/* What the elements of an array hold that the puzzle's entry takes; they may be negative. */
struct wb_number_range wb_mutant_range_of_elements(const struct wb_code *code,
                                                   const struct wb_mutant_domain *domain,
                                                   size_t name);

#endif
