/* How the executable workbench-judge is asked: its command line, descriptors and limits.
 *
 *   workbench-judge run --course DIR --puzzle SLUG --file F [--device D]
 *                       [--case N] [--seed S] [--schedule forward|reverse|shuffle:SEED]
 *                       [--profile yes] [--trace yes]
 *   workbench-judge describe --course DIR [--puzzle SLUG]
 *   workbench-judge data --course DIR --puzzle SLUG [--case N] [--seed S] [--first INDEX]
 *   workbench-judge wait --course DIR [--device D] [--compiler no]
 *
 * `wait` opens the device and prepares it to compile, then takes the arguments of a run
 * from descriptor WB_JUDGE_ORDER_FD and goes on as if it had
 * been started with them. It says nothing before that.
 *
 * Events (event_json.h) go to descriptor WB_JUDGE_EVENT_FD. The exit
 * code is 0 when the last event was written, whatever it says. */
#ifndef WB_RESULT_JUDGE_PROTOCOL_H
#define WB_RESULT_JUDGE_PROTOCOL_H

#include "base/file.h"

enum {
  WB_JUDGE_EVENT_FD = 3,
  WB_JUDGE_ORDER_FD = 4,
  WB_JUDGE_WAIT_MS = 600000,   /* for an order */
  WB_JUDGE_CPU_SECONDS = 10,   /* of a run: spec, inputs, reference, comparison */
  WB_DESCRIBE_CPU_SECONDS = 2, /* of one spec's description */
  WB_JUDGE_MEMORY_MB = 4096    /* address space */
};

/* $WORKBENCH_SPEC_SECONDS, for references that need longer or tests that wait
 * less, else the above. */
unsigned wb_judge_cpu_seconds(void);
unsigned wb_describe_cpu_seconds(void);

/* ---- what a judge that waits is told: the command line that it would have had ---- */

enum { WB_SPARE_MESSAGE_MAX = 64 << 10 }; /* bytes of all of it */

/* Never blocks: what cannot be sent at once is an error. */
enum wb_status wb_spare_send(int socket, const struct wb_names *arguments, struct wb_error *err);

/* Adds the arguments. WB_ERR_LIMIT when none came within `timeout_ms`,
 * WB_ERR_CRASH when the other end is closed. */
enum wb_status wb_spare_receive(int socket, int timeout_ms, struct wb_names *arguments,
                                struct wb_error *err);

#endif
