/* A puzzle's summary as JSON, by the rows of summary_fields.inc. */
#ifndef WB_RESULT_SUMMARY_JSON_H
#define WB_RESULT_SUMMARY_JSON_H

#include "fields/json_tools.h"
#include "result/event.h"

json_t *wb_summary_to_json(const struct wb_puzzle_summary *summary); /* new reference */

/* malloc'ed; what is wrong sets *in.bad. */
struct wb_puzzle_summary *wb_summary_from_json(struct wb_json_reader in);

#endif
