/* Styled lines on stdout, as the terminal and --color want them. */
#ifndef WB_CLI_PRINT_H
#define WB_CLI_PRINT_H

#include "cli/command.h"
#include "report/report.h"

struct wb_report_style wb_cli_style(const struct wb_invocation *invocation);

/* Prints a document and releases it. */
void wb_print(const struct wb_invocation *invocation, struct wb_document *document);

#endif
