/* Memory of a host program, as a device's process sees it: a memfd that the program grows and
 * never shrinks. What was mapped stays where it is, so that commands under way keep their
 * addresses. */
#ifndef WB_DEVICE_HOST_MEMORY_H
#define WB_DEVICE_HOST_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct wb_host_memory {
  int fd;              /* the caller's; -1: none */
  unsigned char *base; /* of a reserved range of addresses; NULL: not yet */
  uint64_t mapped;     /* bytes of it that are mapped */
};

void wb_host_memory_init(struct wb_host_memory *memory, int fd);
void wb_host_memory_end(struct wb_host_memory *memory);

/* Its bytes from `offset` on. WB_ERR_USAGE where the program has not so many. */
enum wb_status wb_host_memory_at(struct wb_host_memory *memory, uint64_t offset, uint64_t length,
                                 unsigned char **bytes, struct wb_error *err);

#endif
