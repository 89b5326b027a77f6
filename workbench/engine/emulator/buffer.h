/* Buffers of the emulator, in the process that holds the device.
 *
 * A buffer is one anonymous mapping, guard | data | guard, and from the next page on a
 * bit for each byte; a launch's child inherits it, so no descriptor names it. Each mapping
 * costs each launch more than a page does: hence one.
 * Small ones have a place in a mapping of many instead (spare.h).
 * The data begins at a page; its tail guard follows the last byte. Memory is shared
 * with the child, unless kernels may only read the buffer: then the child has a view
 * of its own, which can have large pages (base/large_pages.h), as shared memory cannot. */
#ifndef WB_EMULATOR_BUFFER_H
#define WB_EMULATOR_BUFFER_H

#include <pthread.h>

#include "device/device.h"

struct wb_emulator_buffer {
  char name[WB_FINDING_NAME_MAX];
  struct wb_dtype type;
  size_t bytes;
  enum wb_buffer_access access;
  unsigned char *map; /* shared unless `access` is WB_BUFFER_READ_ONLY */
  size_t map_size;    /* of guards and data */
  uint64_t *written;  /* a bit (bits.h) a byte: somebody wrote it; NULL where bytes is 0 */
  bool all_written;   /* `written` need not be asked any more */
  bool fresh;         /* neither the host nor a launch has written anything */
  bool has_contents;  /* poisoned or written as a whole; done when first needed */
  size_t ahead;       /* until then: bytes from the first on that the host has written, in order */
  pthread_t poisoner; /* of a large buffer that the host will hardly write: */
  bool is_poisoned;   /* it gives it contents meanwhile, and nobody else touches the data */
  bool hidden;        /* no process that is forked has it */
  bool in_slab;       /* its memory is a slot of one (spare.h), and never hidden by itself */
};

enum wb_status wb_emulator_buffer_new(const struct wb_buffer_desc *desc,
                                      struct wb_emulator_buffer **buffer, struct wb_error *err);
void wb_emulator_buffer_free(struct wb_emulator_buffer *buffer); /* NULL is fine */

/* The same in WB_SLOT_BYTES of zeros, which stay their owner's; for at most WB_SMALL_BYTES. */
enum { WB_SMALL_BYTES = 16 << 10, WB_SLOT_BYTES = 32 << 10 };
struct wb_emulator_buffer *wb_emulator_buffer_at(const struct wb_buffer_desc *desc,
                                                 unsigned char *slot);

/* Whether processes that are forked from now on have the memory: they do at first. A launch's child
 * that has no use for a buffer is sooner started and ended without it. False: it is as it was. */
bool wb_emulator_buffer_hide(struct wb_emulator_buffer *buffer);
bool wb_emulator_buffer_show(struct wb_emulator_buffer *buffer);

/* A buffer's memory for another, which must fit into it: it takes as many pages, or is small and
 * the memory is a slot, and is shared as before. Then it is as new, and hidden if it was. False: it
 * is only good to be freed. */
bool wb_emulator_buffer_fits(const struct wb_emulator_buffer *buffer,
                             const struct wb_buffer_desc *desc);
bool wb_emulator_buffer_renew(struct wb_emulator_buffer *buffer, const struct wb_buffer_desc *desc);

/* Bytes at `written`, and of all from `map` to their end. */
size_t wb_emulator_buffer_written_size(const struct wb_emulator_buffer *buffer);
size_t wb_emulator_buffer_whole_size(const struct wb_emulator_buffer *buffer);

/* Whether a launch's child that changes the memory changes the host's. */
static inline bool wb_emulator_buffer_is_shared(const struct wb_emulator_buffer *buffer) {
  return buffer->access != WB_BUFFER_READ_ONLY;
}

/* What the host does; ranges are inside. */
void wb_emulator_buffer_write(struct wb_emulator_buffer *buffer, size_t offset, const void *bytes,
                              size_t length);
void wb_emulator_buffer_read(struct wb_emulator_buffer *buffer, size_t offset, void *bytes,
                             size_t length);
void wb_emulator_buffer_fill(struct wb_emulator_buffer *buffer, size_t offset, size_t length,
                             const void *pattern, size_t pattern_length);
void wb_emulator_buffer_copy(struct wb_emulator_buffer *from, size_t from_offset,
                             struct wb_emulator_buffer *to, size_t to_offset, size_t length);
/* Nobody has written the range, and it is poison again. */
void wb_emulator_buffer_forget(struct wb_emulator_buffer *buffer, size_t offset, size_t length);
void wb_emulator_buffer_state(struct wb_emulator_buffer *buffer, struct wb_buffer_state *state);

/* What a launch may change of the buffer, so that it can be taken back: bytes that must be
 * copied for that, a copy (NULL where there is no memory for it), and taking back. The buffers
 * must be settled. */
struct wb_buffer_copy;
size_t wb_emulator_buffer_copy_size(const struct wb_emulator_buffer *buffer);
struct wb_buffer_copy *wb_emulator_buffer_keep(const struct wb_emulator_buffer *buffer);
void wb_emulator_buffer_take_back(struct wb_emulator_buffer *buffer,
                                  const struct wb_buffer_copy *copy);
void wb_emulator_buffer_copy_free(struct wb_buffer_copy *copy); /* NULL is fine */

/* Before a launch: gives it contents and looks whether all is written. */
void wb_emulator_buffer_settle(struct wb_emulator_buffer *buffer);

#endif
