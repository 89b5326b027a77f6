/* Compiles the kernel while the spec is loaded and the first case made: in a worker that goes on
 * with it by itself, or else on a thread of its own. */
#ifndef WB_JUDGE_BUILDER_H
#define WB_JUDGE_BUILDER_H

#include <pthread.h>
#include <stdatomic.h>

#include "device/device.h"

struct wb_builder {
  struct wb_device *device; /* not to be touched between start and join */
  struct wb_build_request request;
  bool begun;   /* the worker builds by itself, */
  bool running; /* or the thread does */
  pthread_t thread;
  atomic_bool has_ended; /* so that a join need not wait; false where that is not known */
  enum wb_status status; /* of info or build; valid after join */
  struct wb_error error;
  bool has_info; /* the device answered before it got the kernel */
  struct wb_device_info info;
  struct wb_build_result result;
};

/* `device` and `request` are filled in. Builds at once where there is no
 * thread to be had. */
void wb_builder_start(struct wb_builder *builder);
void wb_builder_join(struct wb_builder *builder);
void wb_builder_release(struct wb_builder *builder);

#endif
