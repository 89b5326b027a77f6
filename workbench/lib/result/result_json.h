/* A result as JSON: the object of `run --json`, and what the judge's process
 * sends. Documented in docs/json.md. */
#ifndef WB_RESULT_RESULT_JSON_H
#define WB_RESULT_RESULT_JSON_H

#include <jansson.h>

#include "result/result.h"

enum { WB_RESULT_SCHEMA = 1 }; /* grows with any change that is not an addition */

json_t *wb_result_to_json(const struct wb_result *result); /* new reference */

/* Its parts, for other objects that have the same; new references. `file` is
 * the judged file. */
json_t *wb_finding_to_json(const struct wb_finding *finding, const char *file);
json_t *wb_compile_to_json(const struct wb_result *result);
json_t *wb_walls_to_json(const char *words);
json_t *wb_lines_to_json(const struct wb_line_cost *lines, size_t n, const char *file);

/* Counters that were not modelled are left out. */
json_t *wb_counters_to_json(const struct wb_counters *counters);

/* WB_ERR_PROTOCOL, with nothing to release, where a member that the other wrote
 * is missing or of the wrong type. */
enum wb_status wb_result_from_json(const json_t *object, struct wb_result *result,
                                   struct wb_error *err);

#endif
