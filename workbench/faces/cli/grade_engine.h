/* `grade` by an engine: its options, and the mode in which an engine's processes run. */
#ifndef WB_CLI_GRADE_ENGINE_H
#define WB_CLI_GRADE_ENGINE_H

#include "cli/command.h"
#include "grading/engine_run.h"

/* What --engine and its neighbours say. With --engine command the first or last operand is the
 * command; `paths` are the other ones. */
struct wb_cli_engine {
  struct wb_engine_order order;
  const char *const *paths;
  size_t n_paths;
};
enum wb_status wb_cli_engine_read(const struct wb_invocation *invocation,
                                  struct wb_cli_engine *engine, struct wb_error *err);

/* `grade --shard FILE`. */
int wb_cli_grade_shard(const struct wb_invocation *invocation);

#endif
