/* One question to a judge: a file judged and reported, as run and watch do, or the data of a
 * puzzle's cases. */
#ifndef WB_CLI_RUN_ONE_H
#define WB_CLI_RUN_ONE_H

#include "cli/jobs.h"
#include "cli/session.h"
#include "session/data_task.h"

/* Opens a puzzle that is read: what is made of the learner's file is said on stderr. */
void wb_cli_open_for_reader(struct wb_session *session, const char *slug);

/* The learner's file of a puzzle, made from the starter where there is none
 * (which is said on stderr). The caller frees *path. */
enum wb_status wb_cli_begin_work(const struct wb_session *session, const char *slug, char **path,
                                 struct wb_error *err);

/* The kernel that --file names, else the learner's own. The caller frees *path. */
enum wb_status wb_cli_choose_kernel(const struct wb_invocation *invocation,
                                    const struct wb_session *session, const char *slug, char **path,
                                    struct wb_error *err);

/* Runs one job to its end, with progress where somebody looks; a Ctrl-C is
 * WB_ERR_CANCELLED. */
enum wb_status wb_cli_judge_one(struct wb_judgement *job, struct wb_error *err);

/* Waits until the task, which was started, has ended well: its data is there then.
 * WB_ERR_CANCELLED after Ctrl-C. */
enum wb_status wb_cli_wait_for_data(struct wb_data_task *task, struct wb_error *err);

/* Writes to stderr what the spec printed while `name` was judged, if anything:
 * that is for the puzzle's author, and never part of a report. */
void wb_cli_print_of_spec(const char *name, const struct wb_result *result);

/* A judge-error is no result but an error, and stands where errors do: on stderr. Nothing of
 * another result. */
void wb_cli_print_judge_error(const struct wb_invocation *invocation,
                              const struct wb_result *result);

/* Prints a result as text for people. */
void wb_cli_print_result(const struct wb_invocation *invocation, const struct wb_session *session,
                         const struct wb_result *result);
/* The same where it is known already which puzzle comes next: that takes a look at each folder of
 * the course, for which there is time while the judge works. */
void wb_cli_print_result_before(const struct wb_invocation *invocation, const char *next,
                                const struct wb_result *result);

/* What went wrong around a run, as the result of a run: a judge-error. Fills
 * an empty result. */
void wb_cli_result_of_error(struct wb_result *result, const struct wb_run_options *options,
                            const struct wb_error *error);

/* Keeps a result as progress, where it says something about the learner: the
 * learner's own file, all cases, on the device that decides. */
void wb_cli_record_result(struct wb_session *session, const struct wb_run_options *options,
                          const struct wb_result *result);

#endif
