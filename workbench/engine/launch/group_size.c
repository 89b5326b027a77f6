#include "launch/group_size.h"

#include <stdio.h>
#include <string.h>

#include "base/kernel_scan.h"

bool wb_group_size_differs(const struct wb_sized_kernel *kernel, const size_t local[3],
                           struct wb_finding *finding) {
  const uint32_t *required = kernel->group_size;
  bool differs = false;
  for (int d = 0; d < 3; d++) differs |= required[d] != 0 && required[d] != local[d];
  if (!differs) return false;
  memset(finding, 0, sizeof *finding);
  finding->kind = WB_INVALID_LAUNCH;
  finding->count = 1;
  finding->line = wb_scan_group_line(kernel->source, kernel->length, kernel->name);
  snprintf(finding->kernel, sizeof finding->kernel, "%s", kernel->name);
  snprintf(finding->message, sizeof finding->message,
           "reqd_work_group_size(%u, %u, %u) allows groups of that size alone, and this launch has "
           "groups of (%zu, %zu, %zu); without the attribute the kernel takes any",
           required[0], required[1], required[2], local[0], local[1], local[2]);
  return true;
}
