/* What the fast path calls when an access is not plainly good.
 *
 * Ordinary C of this executable (access.c, races.c, unwritten.c, schedule.c),
 * resolved by name when a kernel is loaded: symbols.h lists all of them. */
#ifndef WB_EMULATOR_CHECK_SLOW_H
#define WB_EMULATOR_CHECK_SLOW_H

#include "emulator/runtime.h"

/* An access out of its object's bounds, misaligned, or a write to what may
 * only be read. Reports it and returns the sink, whose bytes are zero. */
uint64_t wbrt_refuse(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
                     uint32_t align, uint32_t flags, uint32_t site);

/* Notes an access of `size` bytes at `offset` of an object in the histories
 * of its cells, and reports a race where there is one. Doing it again for a
 * cell that has the access already changes nothing. */
void wbrt_race(struct wbrt_context *context, const struct wbrt_object *object, uint64_t offset,
               uint32_t size, uint32_t flags, uint32_t site);

/* The same for a packed object (check/packed.h): the fast path of those. */
void wbrt_race_packed(struct wbrt_context *context, const struct wbrt_object *object,
                      uint64_t offset, uint32_t size, uint32_t flags, uint32_t site);

/* The store that a race was found for has been made (context->pending). */
void wbrt_race_stored(struct wbrt_context *context);

/* Bytes at `address` of a buffer whose cells know what is written are so from
 * now on, or are not; cells that are touched in part are not if any byte is. */
void wbrt_note_set(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
                   bool unwritten);

/* Whether all bytes of a range of such a buffer are written. */
bool wbrt_is_set(struct wbrt_context *context, const struct wbrt_object *object, uint64_t offset,
                 uint32_t size);

/* A read found bytes that nobody wrote: remembered as the origin. */
void wbrt_read_unwritten(struct wbrt_context *context, uint64_t address, uint32_t object,
                         uint32_t size, uint32_t site);

/* The same of each of several lanes that lie side by side, of `size` bytes, where some are not
 * written: bit i is lane i's. */
uint32_t wbrt_read_unwritten_lanes(struct wbrt_context *context, uint64_t address, uint32_t object,
                                   uint32_t size, uint32_t lanes, uint32_t flags, uint32_t site);

/* wbrt_mark of each lane by its bit. */
void wbrt_mark_unwritten_lanes(struct wbrt_context *context, uint64_t address, uint32_t object,
                               uint32_t size, uint32_t lanes, uint32_t flags, uint32_t unwritten);

/* The next handful of steps; the cost of the last is in `left`. Ends the launch, and does not
 * return, where the work-item has none left or the time is up. */
int64_t wbrt_more_steps(struct wbrt_context *context, int64_t left, uint32_t site);

/* The next work-item begins with no origins and copies (context->touched). */
void wbrt_forget_item(struct wbrt_context *context);

#endif
