/* GPUs in general, as the model of a launch needs them: made-up devices with
 * the proportions of real ones, one for each usual width of sub-groups.
 *
 * Local memory is 32 banks of 4 bytes on all of them, and serves a sub-group in phases of as
 * many work-items as want 128 bytes together: 32 of them for accesses of at most 4 bytes, 16
 * for 8, 8 for 16. The first is NVIDIA's warp and half of AMD's wavefront ("work-items 0 to 31
 * are checked for conflicts, and so are 32 to 63": AMD's OpenCL optimization guide, section on
 * the LDS); the others are NVIDIA's half and quarter warps (CUDA programming guide, 64- and
 * 128-bit accesses to shared memory). AMD groups the lanes of wide accesses in other ways from
 * chip to chip, and Intel does not document it: both are modelled as NVIDIA. */
#ifndef WB_EMULATOR_PROFILE_GPU_H
#define WB_EMULATOR_PROFILE_GPU_H

#include <stdint.h>

#include "emulator/run/run.h"

enum { WB_GPU_BANK_BYTES = 4, WB_GPU_PHASE_BYTES = 128 };

struct wb_gpu {
  const char *like;
  uint32_t subgroup;          /* at least so wide */
  uint32_t transaction_bytes; /* a piece of global memory, aligned to its size */
  uint32_t banks;             /* of local memory, WB_GPU_BANK_BYTES wide each */
  /* Limits of a compute unit, which runs several groups at a time. */
  uint32_t max_items, max_groups;
  uint64_t local_bytes;
};

/* The device for a width; 0 is WB_DEFAULT_SUBGROUP. */
const struct wb_gpu *wb_gpu_for(uint32_t subgroup);

/* How many work-items are served together that access `bytes` bytes each. */
uint32_t wb_gpu_phase(uint32_t bytes);

/* Share of a compute unit's work-items that can be resident, as far as local
 * memory and the size of groups decide; registers are not known. */
uint64_t wb_gpu_occupancy(const struct wb_gpu *gpu, uint32_t subgroup, uint64_t group_items,
                          uint64_t local_bytes);

/* Sets the counters that are known before a launch begins. */
void wb_gpu_describe(struct wbrt_run *run);

#endif
