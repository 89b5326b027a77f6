/* What a launch counted, as JSON. Documented in docs/json.md. */
#ifndef WB_RESULT_COUNTERS_JSON_H
#define WB_RESULT_COUNTERS_JSON_H

#include "finding/finding.h"
#include "fields/json_tools.h"

/* New references. Counters that were not modelled are left out. Lines of the
 * judged file get its name, `judged_file`. */
json_t *wb_counters_to_json(const struct wb_counters *counters);
json_t *wb_lines_to_json(const struct wb_line_cost *lines, size_t n, const char *judged_file);

/* Only those that `budgeted` has (result/result.h). New reference. */
json_t *wb_budgets_to_json(const struct wb_counters *budgets, uint32_t budgeted);

/* From the member "budgets". */
void wb_budgets_take(struct wb_json_reader in, struct wb_counters *budgets, uint32_t *budgeted);

/* From the members "counters" and "lines". At most WB_MAX_LINE_COSTS lines,
 * malloc'ed; NULL where there are none. */
void wb_counters_take(struct wb_json_reader in, struct wb_counters *counters);
struct wb_line_cost *wb_lines_take(struct wb_json_reader in, const char *judged_file, size_t *n);

#endif
