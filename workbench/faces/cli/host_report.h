/* What is said of a host program that was run: on standard error, as a compiler does. */
#ifndef WB_CLI_HOST_REPORT_H
#define WB_CLI_HOST_REPORT_H

#include "cli/command.h"
#include "result/host_result.h"

struct wb_cli_host_report {
  const char *script, *folder; /* the file, and where it is */
  size_t most_findings;
  bool stats;
};

/* Nothing where nothing was found and nobody asks for numbers. */
void wb_cli_report_host(const struct wb_invocation *invocation, const struct wb_host_result *result,
                        const struct wb_cli_host_report *how);

#endif
