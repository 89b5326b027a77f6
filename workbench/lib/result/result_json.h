/* A result as JSON: the object of `run --json`, and what the judge's process
 * sends. Documented in docs/json.md. */
#ifndef WB_RESULT_RESULT_JSON_H
#define WB_RESULT_RESULT_JSON_H

#include <jansson.h>

#include "fields/fields.h"
#include "result/result.h"

enum { WB_RESULT_FILES_MAX = 1 << 16 };
enum { WB_RESULT_SCHEMA = 1 }; /* grows with any change that is not an addition */

json_t *wb_result_to_json(const struct wb_result *result); /* new reference */

/* Its parts, for other objects that have the same. */
extern const struct wb_fields wb_compile_fields;        /* of struct wb_result */
extern const struct wb_fields wb_walls_stood_fields;    /* of struct wb_walls_stood */
extern const struct wb_fields wb_file_and_state_fields; /* of struct wb_file_and_state */

/* WB_ERR_PROTOCOL, with nothing to release, where a member that the other wrote
 * is missing or of the wrong type. */
enum wb_status wb_result_from_json(const json_t *object, struct wb_result *result,
                                   struct wb_error *err);

#endif
