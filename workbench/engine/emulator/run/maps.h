/* What checks and counts of a launch have mapped: all of it counts towards the process's memory, and
 * goes when the launch ends. */
#ifndef WB_EMULATOR_RUN_MAPS_H
#define WB_EMULATOR_RUN_MAPS_H

#include "emulator/run/run.h"

/* Zero bytes, which take no memory until they are touched: at `address`, or anywhere where that is 0.
 * A byte more than asked for, so that what is empty has an address, too. NULL where there is no
 * room. What has an address of its own is not released by wb_maps_release. */
void *wb_maps_zero(struct wbrt_run *run, uint64_t address, uint64_t bytes);

/* The same for memory that was mapped otherwise. */
void wb_maps_add(struct wbrt_run *run, void *at, uint64_t bytes);

void wb_maps_release(struct wbrt_run *run);

#endif
