/* What checks and counts of a launch have mapped: all of it counts towards the process's memory,
 * and goes when the launch ends. */
#ifndef WB_EMULATOR_RUN_MAPS_H
#define WB_EMULATOR_RUN_MAPS_H

#include "emulator/run/run.h"

/* Zero bytes, which take no memory until they are touched: at `address`, or anywhere where that is
 * 0. A byte more than asked for, so that what is empty has an address, too. NULL where there is no
 * room. What has an address of its own is not released by wb_maps_release. */
void *wb_maps_zero(struct wbrt_run *run, uint64_t address, uint64_t bytes);

/* The same for memory that was mapped otherwise. */
void wb_maps_add(struct wbrt_run *run, void *at, uint64_t bytes);

void wb_maps_release(struct wbrt_run *run);

/* Memory that the launches of a row have one after the other: to map it for each, and to use its
 * pages for the first time, takes longer than a small launch. Zero before the first. */
struct wb_row_memory {
  unsigned char *room; /* zeros, of which wb_maps_zero gives what has no address */
  size_t used;
  size_t copied[WB_MAX_ARGS]; /* bytes at arguments' objects; 0: nothing is mapped there */
  uint64_t mapped;            /* of all this */
};

/* A small buffer's object is a copy of it, guards and all: `size` bytes at `address`, which is the
 * argument's own. False: there is none, nor anything else at the address. */
bool wb_maps_copy(struct wbrt_run *run, size_t arg, uint64_t address, const void *from,
                  size_t size);
void wb_maps_drop_copy(struct wbrt_run *run, size_t arg, uint64_t address);

#endif
