/* Waiting for what a judge says of a puzzle's cases. */
#ifndef WB_CLI_DATA_H
#define WB_CLI_DATA_H

#include "session/data_task.h"

/* Until the task, which was started, has ended well: its data is there then. WB_ERR_CANCELLED
 * after Ctrl-C. */
enum wb_status wb_cli_wait_for_data(struct wb_data_task *task, struct wb_error *err);

#endif
