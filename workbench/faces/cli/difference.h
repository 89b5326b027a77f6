/* Differences on stdout: what diff and history share. */
#ifndef WB_CLI_DIFFERENCE_H
#define WB_CLI_DIFFERENCE_H

#include "cli/command.h"
#include "verbs/versions.h"

/* Prints it, in the form that the command line asks for. */
void wb_print_kernel_pair(const struct wb_invocation *invocation,
                          const struct wb_kernel_pair *comparison);

#endif
