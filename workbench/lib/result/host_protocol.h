/* How the executable workbench-host is asked: its command line and descriptors.
 *
 *   workbench-host [--label NAME] [--device D] [--course DIR] [--untrusted yes] [--timeline yes]
 *                  [--explain yes] [--warn-all yes] [--seed N] [--time-ms N] [--memory-bytes N]
 *                  [--output-bytes N] [--bench WARM-UPS,RUNS,MS,SEED] -- SCRIPT [ARGUMENT…]
 *
 *   workbench-host --judged yes --untrusted yes -- judged
 *
 * The second is of an answer to a puzzle: the request comes on descriptor WB_HOST_RESULT_FD, a
 * socket, and the reply goes there (host_exchange.h). Where both say `keeps_on`, more of them
 * follow: each runs the program in a new state of Lua, on devices that were cleared.
 *
 * The first runs the script with its own standard input, output and error. Its result, the JSON of
 * a struct wb_host_result (host_result.h), goes to descriptor WB_HOST_RESULT_FD; the exit code is 0
 * once that is written, whatever it says. Of a script that is measured (--bench; not of an
 * untrusted one) a full stop comes before it for each run that is over. Neither output nor elapsed
 * time are in it. */
#ifndef WB_RESULT_HOST_PROTOCOL_H
#define WB_RESULT_HOST_PROTOCOL_H

enum {
  WB_HOST_RESULT_FD = 3,
  /* Of a script that is not trusted, where nobody said otherwise. */
  WB_HOST_TIME_MS = 10000,
  WB_HOST_JUDGED_MORE_MS =
      60000, /* that an answer to a puzzle may wait for drivers and compilers, on a busy machine */
  WB_HOST_MEMORY_MB = 512,
  WB_HOST_OUTPUT_KB = 1024
};

#endif
