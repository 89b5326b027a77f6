/* Commands of a host program on their way to its worker: records in memory that both share, so that
 * enqueueing needs no call of the system while the worker is awake.
 *
 * One side puts, the other takes. The taker says that it is about to sleep (wb_command_ring_sleep);
 * the putter, who then finds that out, wakes it by other means: a record on the socket. What was
 * put before something is sent on the socket is there when that is received.
 *
 * Neither side trusts the other: each keeps its own place, and a place or a length that cannot be
 * is an error. What is taken is a copy. */
#ifndef WB_DEVICE_COMMAND_RING_H
#define WB_DEVICE_COMMAND_RING_H

#include "base/status.h"
#include "base/str.h"

enum { WB_COMMAND_RING_BYTES = 4 << 20 }; /* of records and their lengths */

struct wb_command_ring {
  struct wb_shared_ring *shared; /* NULL: there is none */
  uint64_t place;                /* own: bytes put, or taken */
};

/* The size of the memory, for whoever makes it. */
size_t wb_command_ring_size(void);

/* Maps the ring in `fd`. A process that is forked does not have it. False: it cannot be. */
bool wb_command_ring_open(struct wb_command_ring *ring, int fd);
void wb_command_ring_close(struct wb_command_ring *ring);

/* ---- the putter ---- */

enum wb_ring_room { WB_RING_HAS_ROOM, WB_RING_FULL, WB_RING_BROKEN };
enum wb_ring_room wb_command_ring_room(const struct wb_command_ring *ring, size_t length);
/* A record that there is room for. True: the taker sleeps, and is to be woken. */
bool wb_command_ring_put(struct wb_command_ring *ring, const void *bytes, size_t length);

/* ---- the taker ---- */

/* The next record, in place of what was in `record`; WB_ERR_NOT_FOUND: there is none,
 * WB_ERR_PROTOCOL: it is none. */
enum wb_status wb_command_ring_take(struct wb_command_ring *ring, struct wb_str *record);
/* Says that the taker is about to sleep. False: it need not, there is a record. */
bool wb_command_ring_sleep(struct wb_command_ring *ring);
void wb_command_ring_wake(struct wb_command_ring *ring); /* it does not sleep any more */

#endif
