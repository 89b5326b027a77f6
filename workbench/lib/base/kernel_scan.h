/* A look at OpenCL C source without compiling it: where its kernels are. For messages and guesses:
 * macros and #if are not understood. */
#ifndef WB_BASE_KERNEL_SCAN_H
#define WB_BASE_KERNEL_SCAN_H

#include <stddef.h>
#include <stdint.h>

enum { WB_SCAN_KERNELS_MAX = 32 };

struct wb_kernel_place {
  char name[64];
  uint32_t line;       /* from 1 */
  uint32_t group_line; /* of its reqd_work_group_size; 0: none is seen */
};

/* The functions that are declared kernel or __kernel, in order, each once.
 * Returns how many, at most WB_SCAN_KERNELS_MAX. */
size_t wb_scan_kernels(const char *source, size_t length, struct wb_kernel_place *places);

/* The line where a kernel says how large its groups are, or else that of its name, or 0. */
uint32_t wb_scan_group_line(const char *source, size_t length, const char *name);

/* The line of a kernel's name, or 0. */
uint32_t wb_scan_kernel_line(const char *source, size_t length, const char *name);

#endif
