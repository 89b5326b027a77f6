/* What most commands need: a session (session/session.h) as the command line asks
 * for it. */
#ifndef WB_CLI_SESSION_H
#define WB_CLI_SESSION_H

#include "cli/command.h"
#include "session/session.h"

/* With the course that the command line names. What is to be said about
 * progress goes to stderr. */
enum wb_status wb_cli_session_open(struct wb_session *session,
                                   const struct wb_invocation *invocation, struct wb_error *err);
/* Opens a session and chooses the puzzle that the command line names. */
enum wb_status wb_cli_session_start(struct wb_session *session,
                                    const struct wb_invocation *invocation,
                                    const struct wb_puzzle_summary **puzzle, struct wb_error *err);

/* The same, but the catalog may hold that puzzle alone: quicker. */
enum wb_status wb_cli_session_start_one(struct wb_session *session,
                                        const struct wb_invocation *invocation,
                                        const struct wb_puzzle_summary **puzzle,
                                        struct wb_error *err);

/* As wb_session_begin_run says. */
enum wb_status wb_cli_session_start_run(struct wb_session *session,
                                        const struct wb_invocation *invocation,
                                        struct wb_judge_start *start, struct wb_error *err);

/* Why the puzzle's solution works, where it is solved or given up and the course says so. */
void wb_cli_print_explanation(const struct wb_invocation *invocation,
                              const struct wb_session *session, const char *slug, bool given_up);

#endif
