/* What engines have in common: running the programs of others, and waiting. */
#ifndef WB_GRADING_ENGINE_TOOL_H
#define WB_GRADING_ENGINE_TOOL_H

#include "grading/engine.h"

/* Runs a program, and appends what it prints. WB_ERR_MISSING where it is not on this machine,
 * WB_ERR_IO with its own words where it fails or takes longer than a minute. */
enum wb_status wb_engine_tool(const struct wb_engine_job *job, const char *const *argv,
                              struct wb_str *out, struct wb_error *err);

/* WB_ERR_CANCELLED as soon as it is to stop. */
enum wb_status wb_engine_wait(const struct wb_engine_job *job, int milliseconds,
                              struct wb_error *err);

/* Appends a text as one word for a shell. */
void wb_engine_quote(struct wb_str *out, const char *word);

#endif
