/* A run of the judge from its start to its result, for tests that have nothing else to do. */
#ifndef WB_TESTS_JUDGE_RUN_H
#define WB_TESTS_JUDGE_RUN_H

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "judge_client/client.h"

/* Waits for the result of a judge that has its order. A non-zero *cancelled (may be NULL) gives
 * WB_ERR_CANCELLED. */
static inline enum wb_status judge_wait(struct wb_judge *judge, const volatile int *cancelled,
                                        struct wb_result *result, struct wb_error *err) {
  enum wb_status status = WB_OK;
  bool done = false;
  memset(result, 0, sizeof *result);
  while (status == WB_OK && !done) {
    struct wb_event event = {0};
    struct pollfd item = {.fd = wb_judge_fd(judge), .events = POLLIN};
    if (cancelled != NULL && *cancelled != 0)
      status = wb_fail(err, WB_ERR_CANCELLED, "cancelled");
    else
      status = wb_judge_next(judge, &event, err);
    if (status == WB_OK && event.kind == WB_EVENT_NONE) poll(&item, 1, 20);
    done = status == WB_OK && event.kind == WB_EVENT_RESULT;
    if (done) {
      *result = *event.result;
      free(event.result);
      event.result = NULL;
    }
    wb_event_release(&event);
  }
  return status;
}

/* The same from the start on; cancelling ends it. One that keeps on is the spare afterwards. */
static inline enum wb_status judge_run(const struct wb_run_options *options,
                                       const volatile int *cancelled, struct wb_result *result,
                                       struct wb_error *err) {
  struct wb_judge *judge = NULL;
  memset(result, 0, sizeof *result);
  enum wb_status status = wb_judge_start(options, &judge, err);
  if (status == WB_OK) status = judge_wait(judge, cancelled, result, err);
  if (status == WB_OK && options->keeps_on && options->spare != NULL)
    wb_judge_spare_return(options->spare, judge);
  else
    wb_judge_free(judge);
  return status;
}

#endif
