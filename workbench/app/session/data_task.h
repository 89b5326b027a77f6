/* Asking what the cases of a puzzle give a kernel, and want of it, a step at a time, as
 * run_task.h does with a run: the spec is an author's, and may take its time. */
#ifndef WB_SESSION_DATA_TASK_H
#define WB_SESSION_DATA_TASK_H

#include "judge_client/client.h"

/* Zeroed: nothing is asked. */
struct wb_data_task {
  struct wb_judge *judge;      /* NULL: nothing runs */
  enum wb_status status;       /* once it has ended */
  struct wb_error error;       /* likewise */
  struct wb_puzzle_data *data; /* likewise; NULL: there is none. Whoever takes it sets this to NULL,
                                  and frees it with wb_puzzle_data_delete */
};

/* Ends what runs in it before. After an error nothing runs, and the task has ended. */
enum wb_status wb_data_task_start(struct wb_data_task *task, const struct wb_data_options *options,
                                  struct wb_error *err);

bool wb_data_task_is_running(const struct wb_data_task *task);

/* To poll for POLLIN; -1: nothing runs. */
int wb_data_task_fd(const struct wb_data_task *task);

/* Takes what there is to read; never blocks. True once it has ended: `data` is set, or `status` and
 * `error` say why there is none. */
bool wb_data_task_step(struct wb_data_task *task);

/* Ends it at once, and forgets it. */
void wb_data_task_cancel(struct wb_data_task *task);

void wb_puzzle_data_delete(struct wb_puzzle_data *data); /* NULL is fine */

#endif
