/* GPUs in general, as the model of a launch needs them: made-up devices with
 * the proportions of real ones, one for each usual width of sub-groups. */
#ifndef WB_EMULATOR_PROFILE_GPU_H
#define WB_EMULATOR_PROFILE_GPU_H

#include <stdint.h>

#include "emulator/run/run.h"

enum { WB_GPU_BANK_BYTES = 4 };

struct wb_gpu {
  const char *like;
  uint32_t subgroup;          /* at least so wide */
  uint32_t transaction_bytes; /* a piece of global memory, aligned to its size */
  uint32_t banks;             /* of local memory, WB_GPU_BANK_BYTES wide each */
  /* Of a compute unit, which runs several groups at a time. */
  uint32_t max_items, max_groups;
  uint64_t local_bytes;
};

/* The device for a width; 0 is WB_DEFAULT_SUBGROUP. */
const struct wb_gpu *wb_gpu_for(uint32_t subgroup);

/* Local memory of a group: its `__local` arrays and arguments. */
uint64_t wb_gpu_local_bytes(const struct wb_kernel_image *image, const struct wb_launch *launch);

/* Share of a compute unit's work-items that can be resident, as far as local
 * memory and the size of groups decide; registers are not known. */
uint64_t wb_gpu_occupancy(const struct wb_gpu *gpu, uint32_t subgroup, uint64_t group_items,
                          uint64_t local_bytes);

/* Sets the counters that are known before a launch begins. */
void wb_gpu_describe(struct wbrt_run *run);

#endif
