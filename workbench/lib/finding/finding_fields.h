/* The fields of findings, counters, costs of lines and diagnostics, as they travel (docs/json.md
 * has the JSON). */
#ifndef WB_FINDING_FINDING_FIELDS_H
#define WB_FINDING_FINDING_FIELDS_H

#include "fields/fields.h"

extern const struct wb_fields wb_finding_fields;      /* struct wb_finding */
extern const struct wb_fields wb_counters_fields;     /* struct wb_counters */
extern const struct wb_fields wb_line_cost_fields;    /* struct wb_line_cost */
extern const struct wb_fields wb_array_count_fields;  /* struct wb_array_count */
extern const struct wb_fields wb_diagnostic_fields;   /* struct wb_diagnostic */
extern const struct wb_fields wb_code_mutant_fields;  /* struct wb_code_mutant */
extern const struct wb_fields wb_code_mutants_fields; /* struct wb_code_mutants; not for JSON */

#endif
