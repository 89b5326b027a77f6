/* Runs of the judge with a line that shows how far they are, and Ctrl-C: what run, watch and
 * check-all have in common. */
#ifndef WB_CLI_JOBS_H
#define WB_CLI_JOBS_H

#include "cli/progress.h"
#include "session/pool.h"

struct wb_jobs {
  struct wb_judgement *items; /* `ended` and `data` are set here */
  size_t count;
  size_t parallel; /* at least 1 */
  const struct wb_interrupt *interrupt;
  struct wb_cli_progress *progress; /* NULL: none */
  /* Called once for each item in their order, as soon as it and all before it
   * have ended. May be NULL. */
  void (*finished)(struct wb_judgement *item, void *data);
  /* Asked ten times a second: true gives up, as a Ctrl-C does. May be NULL. */
  bool (*stop)(void *data);
  void *data;

  size_t reported; /* of the items, the first ones */
};

/* WB_ERR_CANCELLED after Ctrl-C or `stop`: every judge has been ended then.
 * An item that failed is that item's status, not this function's. */
enum wb_status wb_jobs_run(struct wb_jobs *jobs, struct wb_error *err);

#endif
