/* The versions of a kernel, listed for people and for programs. */
#ifndef WB_CLI_HISTORY_LIST_H
#define WB_CLI_HISTORY_LIST_H

#include "cli/command.h"
#include "store/attempts.h"

void wb_print_attempts(const struct wb_invocation *invocation, const char *slug,
                       const struct wb_attempts *attempts);

/* Documented in docs/json.md. */
void wb_print_attempts_json(const char *slug, const struct wb_attempts *attempts);

#endif
