/* The judge's process as the client has it: start.c starts it, or makes one
 * that waits begin; client.c reads it. */
#ifndef WB_JUDGE_CLIENT_PRIVATE_H
#define WB_JUDGE_CLIENT_PRIVATE_H

#include "judge_client/client.h"
#include "result/judge_protocol.h"

enum {
  WB_JUDGE_PATIENCE_MS = 300000, /* for an event where the judge does not say */
  /* For the first word of a judge that waited: it has only to look whether its
   * device still answers. */
  WB_SPARE_PATIENCE_MS = 3000,
  WB_JUDGE_NICENESS = 5,
  /* How long ending a judge may hold up who ends it. */
  WB_JUDGE_END_MS = 10
};

struct wb_judge {
  struct wb_process process;
  pid_t group;
  int events_fd, output_fd;
  int order_fd;                /* of one that waits for its job, or will for another; else -1 */
  struct wb_judge_order order; /* its command line, without the program, and the text */
  bool stands_back;
  bool last;            /* of this process's, which ends soon */
  bool keeps_on;        /* it is to wait for further orders */
  bool strangers;       /* likewise, each of another person's text */
  bool returns;         /* where it is one that waited: it waits again afterwards */
  bool waited;          /* it has a job now, and has said nothing of it yet */
  struct wb_str events; /* read, not yet taken; `taken` bytes of it are */
  size_t taken, scanned;
  struct wb_str output;
  struct wb_event held; /* a result whose trace has not come yet; else zeroed */
  bool describing;      /* a description: ends with WB_EVENT_END */
  bool done;            /* its last event was given out */
  char *course, *puzzle, *file, *device;
  uint64_t since_ns; /* the last event, or the start */
  uint64_t ended_ns; /* when its events ended without a last one; 0: they did not */
  uint32_t patience_ms;
};

/* Ends a judge that waited and does not do its job, and gives that to another,
 * which takes over its descriptors' numbers. */
enum wb_status wb_judge_replace(struct wb_judge *judge, struct wb_error *err);

#endif
