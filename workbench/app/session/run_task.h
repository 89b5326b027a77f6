/* A run of the judge from its start to its end, a step at a time: whoever has other things
 * to wait for polls `wb_run_task_fd` among them, and steps when there is something to read;
 * whoever has not waits for nothing else. */
#ifndef WB_SESSION_RUN_TASK_H
#define WB_SESSION_RUN_TASK_H

#include "judge_client/client.h"

enum wb_run_step {
  WB_RUN_STEP_NONE,  /* there is nothing to read now, or nothing runs */
  WB_RUN_STEP_EVENT, /* `event` is new: go on */
  WB_RUN_STEP_ENDED  /* `result` is set, or `status` says why there is none */
};

/* Zeroed: nothing runs. */
struct wb_run_task {
  struct wb_judge *judge;   /* NULL: nothing runs */
  struct wb_judge *idle;    /* one that has given its result and keeps on; else NULL */
  bool keeps_on, strangers; /* as the options have it */
  char *course;             /* its folder; NULL: there is none */
  struct wb_judge **spare;  /* where one that keeps on goes instead; NULL: nowhere */
  struct wb_event event;    /* the last one, until the next step */
  bool compiling;
  size_t case_index, case_total; /* from 1; 0 before the first case */
  enum wb_status status;         /* once it has ended */
  struct wb_error error;         /* likewise */
  struct wb_result *result;      /* whoever takes it sets this to NULL */
  struct wb_puzzle_audit *audit; /* of an audit; likewise */
};

/* Ends what runs in it before. After an error nothing runs, and the task has ended. */
enum wb_status wb_run_task_start(struct wb_run_task *task, const struct wb_run_options *options,
                                 struct wb_error *err);

/* The same by a judge that was taken from an earlier task, and is the task's now. */
enum wb_status wb_run_task_start_by(struct wb_run_task *task, struct wb_judge *judge,
                                    const struct wb_run_options *options, struct wb_error *err);

/* Looks at a puzzle's spec instead (wb_judge_audit); it ends with `audit`, or with a result that is
 * a judge-error. */
enum wb_status wb_run_task_audit(struct wb_run_task *task, const char *course, const char *puzzle,
                                 struct wb_error *err);

/* The judge of a run that was asked to keep on (struct wb_run_options) and has given its result:
 * the caller's to free, then, or to give to another task. NULL: there is none. */
struct wb_judge *wb_run_task_take_judge(struct wb_run_task *task);

bool wb_run_task_is_running(const struct wb_run_task *task);

/* To poll for POLLIN; -1: nothing runs. */
int wb_run_task_fd(const struct wb_run_task *task);

/* Takes one event, if there is one; never blocks. */
enum wb_run_step wb_run_task_step(struct wb_run_task *task);

/* Ends the run at once, if there is one, and forgets it. */
void wb_run_task_cancel(struct wb_run_task *task);

/* The share of the cases that are done, in percent. */
unsigned wb_run_task_percent(const struct wb_run_task *task);

/* The result, which is the caller's then; NULL: there is none. wb_result_delete frees it. */
struct wb_result *wb_run_task_take(struct wb_run_task *task);
void wb_result_delete(struct wb_result *result); /* NULL is fine */
void wb_puzzle_audit_delete(struct wb_puzzle_audit *audit);

#endif
