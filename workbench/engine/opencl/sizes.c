#include <string.h>

#include "opencl/internal.h"

/* The most that the device and the kernel allow. */
struct bounds {
  cl_uint dimensions;
  size_t group;       /* work-items of a group, for this kernel */
  size_t items[16];   /* … along each dimension */
  size_t required[3]; /* reqd_work_group_size, or zeros */
};

static void find_bounds(struct wb_device *device, cl_kernel kernel, struct bounds *bounds) {
  memset(bounds, 0, sizeof *bounds);
  clGetDeviceInfo(device->id, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, sizeof bounds->dimensions,
                  &bounds->dimensions, NULL);
  clGetDeviceInfo(device->id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof bounds->items, bounds->items,
                  NULL);
  clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof bounds->group,
                           &bounds->group, NULL);
  clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                           sizeof bounds->required, bounds->required, NULL);
}

#define INVALID(...) \
  wb_cl_add_finding(outcome, WB_INVALID_LAUNCH, launch->kernel, NULL, __VA_ARGS__)

static void check_dimension(const struct bounds *bounds, const struct wb_launch *launch, unsigned d,
                            struct wb_outcome *outcome) {
  size_t global = launch->global[d], local = launch->local[d];
  if (global == 0)
    INVALID("the global size is 0 in dimension %u", d);
  else if (local == 0)
    INVALID("the local size is 0 in dimension %u", d);
  else if (global % local != 0)
    INVALID("the local size %zu does not divide the global size %zu in dimension %u", local, global,
            d);
  else if (bounds->items[d] != 0 && local > bounds->items[d])
    INVALID("the local size %zu in dimension %u is more than this device's %zu", local, d,
            bounds->items[d]);
}

bool wb_cl_check_sizes(struct wb_device *device, cl_kernel kernel, const struct wb_launch *launch,
                       struct wb_outcome *outcome) {
  struct bounds bounds;
  size_t before = outcome->n_findings, group = 1;
  find_bounds(device, kernel, &bounds);
  if (launch->dimensions < 1 || launch->dimensions > 3 || launch->dimensions > bounds.dimensions) {
    INVALID("a launch in %u dimensions is not possible", launch->dimensions);
    return false;
  }
  for (unsigned d = 0; d < launch->dimensions; d++) {
    check_dimension(&bounds, launch, d, outcome);
    if (__builtin_mul_overflow(group, launch->local[d], &group)) group = SIZE_MAX;
  }
  if (bounds.group != 0 && group > bounds.group)
    INVALID("a work-group of %zu work-items is more than this kernel's %zu on this device", group,
            bounds.group);
  for (unsigned d = 0; d < 3 && bounds.required[0] != 0; d++)
    if (bounds.required[d] != (d < launch->dimensions ? launch->local[d] : 1)) {
      INVALID("the kernel requires work-groups of (%zu,%zu,%zu)", bounds.required[0],
              bounds.required[1], bounds.required[2]);
      break;
    }
  return outcome->n_findings == before;
}

/* `__local` arrays and arguments together; known once arguments are set. */
bool wb_cl_check_local_memory(struct wb_device *device, cl_kernel kernel,
                              const struct wb_launch *launch, struct wb_outcome *outcome) {
  cl_ulong used = 0, available = 0;
  clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof used, &used, NULL);
  clGetDeviceInfo(device->id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof available, &available, NULL);
  if (available == 0 || used <= available) return true;
  INVALID("the kernel needs %llu bytes of local memory; this device has %llu",
          (unsigned long long)used, (unsigned long long)available);
  return false;
}
