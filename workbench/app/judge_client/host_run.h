/* Running a host program: workbench-host is started, watched and ended (result/host_protocol.h). */
#ifndef WB_JUDGE_CLIENT_HOST_RUN_H
#define WB_JUDGE_CLIENT_HOST_RUN_H

#include "result/host_result.h"

struct wb_host_order {
  const char *script; /* the file */
  const char *label;  /* how messages call it; NULL: the file */
  const char *device; /* as for --device; NULL: the emulator */
  const char *course; /* whose modules it may use; NULL: none */
  const char *const *args;
  size_t n_args;
  bool untrusted; /* somebody else's: behind walls, without standard input */
  bool timeline, explain, warn_all;
  /* What the program writes comes back in the result instead of on standard output; standard error
   * stays as it is, but of a program that is not trusted. */
  bool capture;
  uint64_t seed;        /* of the order in which queues go on; 0: none */
  const char *schedule; /* of work-items, as for --schedule; NULL: forward */
  uint32_t time_ms;     /* in all, by the clock; 0: 10 s where it is not trusted, else no limit */
  uint64_t memory_bytes, output_bytes; /* 0: likewise, 512 MiB and 1 MiB */
  /* To be measured: result.bench is wanted (`runs` of 0: not). Then `run_done`, which may be NULL,
   * is called after each run, with how many are over. */
  struct wb_host_measuring {
    uint32_t warm_ups, runs, time_ms; /* time_ms: after which no further run begins; 0: no limit */
    uint64_t seed;
  } measuring;
  void (*run_done)(void *data, uint64_t runs);
  void *data;
  int cancel_fd; /* readable: end it; -1: none */
};

/* Runs it to its end. What comes of the program is in the result, which the caller releases; also
 * that it was ended by a limit, by Ctrl-C (WB_ERR_CANCELLED as its cause) or by a signal. Another
 * status than WB_OK: it could not be started. */
enum wb_status wb_host_run(const struct wb_host_order *order, struct wb_host_result *result,
                           struct wb_error *err);

#endif
