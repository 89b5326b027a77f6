/* Asking which devices there are, without waiting: drivers can take seconds to
 * load, so a child process asks and sends what it found. */
#ifndef WB_SESSION_PROBE_H
#define WB_SESSION_PROBE_H

#include <sys/types.h>

#include "base/str.h"
#include "device/registry.h"

struct wb_probe {
  pid_t child; /* 0: none runs */
  int fd;      /* to poll; -1: none */
  struct wb_str bytes;
};

void wb_probe_init(struct wb_probe *probe);
void wb_probe_release(struct wb_probe *probe); /* ends the child */

enum wb_status wb_probe_start(struct wb_probe *probe, struct wb_error *err);

/* Reads what is there. True when the child has finished: *list and *problems
 * (the caller frees both) are set. */
bool wb_probe_read(struct wb_probe *probe, struct wb_device_list *list, char **problems);

#endif
