/* Devices of the OpenCL ICD loader (device/device.h). */
#ifndef WB_OPENCL_OPENCL_H
#define WB_OPENCL_OPENCL_H

#include "device/device.h"

/* The folders of programs that are kept, in this process's own environment: of a person or a run;
 * and the one that all workers share, trusted or not, as tests have it. */
#define WB_KEPT_PROGRAMS "WORKBENCH_KEPT_PROGRAMS"
#define WB_SHARED_PROGRAMS "WORKBENCH_SHARED_PROGRAMS"

/* `selector` is "opencl:P.D": platform and device, counted from 0 in the
 * loader's order. */
enum wb_status wb_opencl_open(const char *selector, struct wb_device **device,
                              struct wb_error *err);
size_t wb_opencl_list(struct wb_device_info *infos, size_t max);
void wb_opencl_version(char *buffer, size_t size);
/* Lets drivers keep in `folder` what they write, and raises the walls of the role "opencl"
 * (sandbox/sandbox.h): drivers and what they need can be read, and the folders of included
 * files (NULL after them), `folder` can be written, and nothing else opened, but where it `keeps`
 * programs their folder. Before any driver is loaded: they start threads. */
enum wb_status wb_opencl_enclose(const char *folder, char *const *included, bool keeps,
                                 struct wb_error *err);

#endif
