/* Kernels' parameters as text: what a compiler's spelling of a type means, and
 * a signature as a person would write it. */
#ifndef WB_DEVICE_PARAM_H
#define WB_DEVICE_PARAM_H

#include "base/str.h"
#include "device/device.h"

/* A type's name in OpenCL C, with the longer spellings that C has ("unsigned
 * int", "size_t", which has 64 bits on every device here). */
bool wb_type_parse(const char *name, struct wb_dtype *out);

/* A parameter's type taken apart. */
struct wb_param_type {
  bool known;           /* `type` is what it is, or what it points at */
  struct wb_dtype type; /* not set for structs */
  bool pointer;
};
struct wb_param_type wb_param_type_of(const char *type_name);

/* The same of a parameter; what a typedef stands for, where the device knows it. */
struct wb_param_type wb_param_type(const struct wb_param_info *param);

/* "__global const float *a"; appends. */
void wb_param_spell(const struct wb_param_info *param, struct wb_str *out);

/* "add(__global const float *a, uint n)"; appends. */
void wb_kernel_spell(const char *kernel, const struct wb_kernel_info *info, struct wb_str *out);

#endif
