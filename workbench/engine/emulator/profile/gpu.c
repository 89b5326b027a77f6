#include "emulator/profile/gpu.h"

#include <stddef.h>

/* By falling width. The figures are those of vendors' guides for a current
 * compute unit: streaming multiprocessor, compute unit, core. */
static const struct wb_gpu GPUS[] = {
    {.like = "AMD",
     .subgroup = 64,
     .transaction_bytes = 64,
     .banks = 32,
     .max_items = 2048,
     .max_groups = 32,
     .local_bytes = 64 << 10},
    {.like = "NVIDIA",
     .subgroup = 32,
     .transaction_bytes = 32,
     .banks = 32,
     .max_items = 2048,
     .max_groups = 32,
     .local_bytes = 100 << 10},
    {.like = "Intel",
     .subgroup = 1,
     .transaction_bytes = 64,
     .banks = 32,
     .max_items = 1024,
     .max_groups = 64,
     .local_bytes = 128 << 10},
};

const struct wb_gpu *wb_gpu_for(uint32_t subgroup) {
  const struct wb_gpu *gpu = GPUS;
  if (subgroup == 0) subgroup = WB_DEFAULT_SUBGROUP;
  while (gpu->subgroup > subgroup) gpu++;
  return gpu;
}

uint32_t wb_gpu_phase(uint32_t bytes) {
  return (uint32_t)WB_GPU_PHASE_BYTES / (bytes <= 4 ? 4 : bytes <= 8 ? 8 : 16);
}

static uint64_t local_bytes_of(const struct wb_kernel_image *image,
                               const struct wb_launch *launch) {
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < image->n_objects; i++)
    if (image->objects[i].memory == WB_MEMORY_LOCAL) bytes += image->objects[i].size;
  for (size_t i = 0; i < launch->n_args; i++)
    if (launch->args[i].kind == WB_ARG_LOCAL) bytes += launch->args[i].value.local_bytes;
  return bytes;
}

uint64_t wb_gpu_occupancy(const struct wb_gpu *gpu, uint32_t subgroup, uint64_t group_items,
                          uint64_t local_bytes) {
  const uint64_t width = subgroup == 0 ? WB_DEFAULT_SUBGROUP : subgroup;
  const uint64_t wide = width > gpu->subgroup ? width : gpu->subgroup;
  const uint64_t slots = gpu->max_items / wide; /* of sub-groups */
  const uint64_t needed = (group_items + wide - 1) / wide;
  uint64_t groups = slots / (needed > 0 ? needed : 1);
  if (groups > gpu->max_groups) groups = gpu->max_groups;
  if (local_bytes > 0 && groups > gpu->local_bytes / local_bytes)
    groups = gpu->local_bytes / local_bytes;
  return groups * needed * 100 / slots;
}

void wb_gpu_describe(struct wbrt_run *run) {
  const struct wb_launch *launch = run->launch;
  struct wb_counters *counters = &run->shared->counters;
  counters->local_bytes = local_bytes_of(run->image, launch);
  counters->occupancy_percent = wb_gpu_occupancy(wb_gpu_for(launch->subgroup), launch->subgroup,
                                                 run->context->group_items, counters->local_bytes);
}
