/* A process that judges: one run, or what it is told one after the other.
 *
 * What it keeps between runs is the puzzle's (judge/spec_source.h) and the device. Of a run
 * nothing stays: every program and buffer is released, each launch has a process of its own, and a
 * device that was lost, or that runs kernels in its worker, is given up, and this process with
 * it: behind its walls it can start no other. */
#ifndef WB_JUDGE_SERVICE_H
#define WB_JUDGE_SERVICE_H

#include "judge/arguments.h"
#include "result/event.h"

/* The job of a command line. 0, or the exit code. */
int wb_judge_service_run(const struct wb_judge_arguments *arguments);

/* Gets ready for `expected`, and takes orders from WB_JUDGE_ORDER_FD. */
int wb_judge_service_wait(const struct wb_judge_arguments *expected);

/* Writes an event to WB_JUDGE_EVENT_FD; for struct wb_judge_job. */
void wb_judge_write_event(const struct wb_event *event, uint32_t patience_ms, void *data);

#endif
