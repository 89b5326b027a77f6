/* Starts workbench-host for each case of a host puzzle, on behalf of a judge that may start nothing
 * any more.
 *
 * A child of the judge, made before its walls, waits for one word: then it starts the program with
 * one end of a socket, and tells when it has ended. It reads nothing else, and opens nothing; what
 * goes over the socket is between the judge and workbench-host. A program that is measured keeps
 * its process, and so its driver, for requests that differ in inputs alone.
 *
 * A second child does the same with the program before each of its cases, for what a driver
 * compiles: in one process, with one driver, in which no kernel ever runs. */
#ifndef WB_JUDGE_HOST_RUNNER_H
#define WB_JUDGE_HOST_RUNNER_H

#include "base/str.h"
#include "result/host_exchange.h"
#include "sandbox/folder.h"

/* Zeroed, it was not started. */
struct wb_host_runner {
  bool started;
  bool running;  /* a program of which it was not yet told that it ended */
  bool keeps_on; /* … and that waits for another request, which is like the one `kept` */
  struct wb_str kept;
  bool late;    /* the last program used up its time of the processor */
  bool gave_up; /* preparing has failed once */
  int control, data;
};

/* Where compiled programs lie; each may be NULL. */
struct wb_runner_folders {
  const char *from;     /* what was compiled ahead */
  struct wb_folder *to; /* what is compiled; the child removes it in the end */
};

/* WB_ERR_MISSING where workbench-host was not built. */
enum wb_status wb_host_runner_start(struct wb_host_runner *runner,
                                    const struct wb_runner_folders *folders, struct wb_error *err);

/* As wb_program_source.prepare, with a child that has a folder to write to: whether what the
 * driver compiled lies there now. */
bool wb_host_runner_prepare(struct wb_host_runner *compiler, const struct wb_host_request *request,
                            uint32_t patience_ms);

/* As wb_program_source.run; with what was compiled ahead if it is `prepared`. */
enum wb_status wb_host_runner_run(struct wb_host_runner *runner, bool prepared,
                                  const struct wb_host_request *request, uint32_t patience_ms,
                                  struct wb_host_reply *reply, struct wb_error *err);

/* Whether the child was started, and is gone. */
bool wb_host_runner_is_lost(const struct wb_host_runner *runner);

/* Ends what runs, and the child. */
void wb_host_runner_stop(struct wb_host_runner *runner);

#endif
