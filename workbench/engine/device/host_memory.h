/* Memory of a host program, as a device's process sees it: a memfd that the program grows and
 * never shrinks. What was mapped stays where it is, so that commands under way keep their
 * addresses; addresses are reserved as they are needed, since a limit may leave few of them. */
#ifndef WB_DEVICE_HOST_MEMORY_H
#define WB_DEVICE_HOST_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct wb_host_memory {
  int fd;                     /* the caller's; -1: none */
  struct wb_memory_view *views; /* of parts of it, which may overlap */
  size_t n_views, capacity;
};

void wb_host_memory_init(struct wb_host_memory *memory, int fd);
void wb_host_memory_end(struct wb_host_memory *memory);

/* Its bytes from `offset` on, of which there is one at least. WB_ERR_USAGE where the program has
 * not so many. */
enum wb_status wb_host_memory_at(struct wb_host_memory *memory, uint64_t offset, uint64_t length,
                                 unsigned char **bytes, struct wb_error *err);

#endif
