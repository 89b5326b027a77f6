/* What most commands need: the course, its puzzles, and the progress. */
#ifndef WB_CLI_SESSION_H
#define WB_CLI_SESSION_H

#include "cli/command.h"
#include "course/course.h"
#include "judge/client.h"
#include "store/store.h"

/* A zeroed session may be closed. Where progress cannot be kept, that is said
 * once on stderr, `store` is NULL, and everything else goes on. */
struct wb_session {
  struct wb_course course;
  struct wb_catalog catalog;
  struct wb_store *store;
};

enum wb_status wb_session_open(struct wb_session *session, const struct wb_invocation *invocation,
                               struct wb_error *err);
void wb_session_close(struct wb_session *session);

/* Zeroed where nothing is known. */
struct wb_progress wb_session_progress(const struct wb_session *session, const char *slug);

/* "solved", "tried", "started" (it has a file) or "new". */
const char *wb_session_state(const struct wb_session *session, const char *slug);

/* The puzzle that `wanted` names, or, where it is NULL, the one worked on
 * last, else the first unsolved, else the first. Spec mistakes are WB_ERR_SPEC. */
enum wb_status wb_session_choose(struct wb_session *session, const char *wanted,
                                 const struct wb_puzzle_summary **puzzle, struct wb_error *err);

/* The puzzle to do next: the first unsolved one, NULL where there is none. */
const struct wb_puzzle_summary *wb_session_next(const struct wb_session *session);

/* Remembers where the learner is. */
void wb_session_visit(struct wb_session *session, const char *slug);

/* Opens a session and chooses the puzzle that the command line names. */
enum wb_status wb_session_start(struct wb_session *session, const struct wb_invocation *invocation,
                                const struct wb_puzzle_summary **puzzle, struct wb_error *err);

/* The same, but the catalog may hold that puzzle alone: quicker. */
enum wb_status wb_session_start_one(struct wb_session *session,
                                    const struct wb_invocation *invocation,
                                    const struct wb_puzzle_summary **puzzle, struct wb_error *err);

#endif
