/* Replies of verbs on the shell: questions, what it says where nobody can be asked, and the
 * outcome. */
#ifndef WB_CLI_REPLY_H
#define WB_CLI_REPLY_H

#include "cli/command.h"
#include "verbs/verb.h"
#include "verbs/versions.h"

/* Asks a reply's question on the terminal; "y" and "yes" agree. *agreed is false after
 * anything else, and true where the reply asks nothing. WB_ERR_USAGE without a terminal:
 * then the command wants --yes. */
enum wb_status wb_cli_agree(const struct wb_reply *reply, bool *agreed, struct wb_error *err);

/* Says on stderr that a puzzle's solution is not shown yet, and what would show it. Gives
 * the exit code. */
int wb_cli_refuse_solution(const char *command, const struct wb_puzzle_summary *puzzle);

/* Prints the reply's notice, or that nothing was changed where its question was not agreed
 * to. Gives the exit code. */
int wb_cli_print_reply(const struct wb_reply *reply);

/* ---- differences ---- */

/* Differences on stdout: what diff and history share. */

/* Prints it, in the form that the command line asks for. */
void wb_cli_print_kernel_pair(const struct wb_invocation *invocation,
                              const struct wb_version_pair *comparison);

#endif
