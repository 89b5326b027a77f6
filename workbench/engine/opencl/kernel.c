#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/nearest.h"
#include "base/str.h"
#include "device/param.h"
#include "opencl/internal.h"

char *wb_cl_kernel_names(cl_program program) {
  size_t size = 0;
  if (clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, NULL, &size) != CL_SUCCESS) size = 0;
  char *text = wb_alloc(size + 1);
  if (size > 0 &&
      clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, text, NULL) != CL_SUCCESS)
    text[0] = '\0';
  return text;
}

static void kernel_names(cl_program program, struct wb_names *names) {
  char *text = wb_cl_kernel_names(program);
  char *rest = NULL;
  for (char *name = strtok_r(text, ";", &rest); name != NULL; name = strtok_r(NULL, ";", &rest))
    wb_names_add(names, name);
  free(text);
}

static enum wb_status no_such_kernel(cl_program program, const char *wanted, struct wb_error *err) {
  struct wb_names names;
  wb_names_init(&names);
  kernel_names(program, &names);
  const char *nearest = wb_nearest(wanted, (const char *const *)names.items, names.count);
  if (names.count == 0)
    wb_fail(err, WB_ERR_NOT_FOUND, "the file has no kernel; it needs `__kernel void %s(…)`",
            wanted);
  else if (nearest != NULL)
    wb_fail(err, WB_ERR_NOT_FOUND, "there is no kernel '%s'; did you mean '%s'?", wanted, nearest);
  else
    wb_fail(err, WB_ERR_NOT_FOUND, "there is no kernel '%s'; the file has '%s'", wanted,
            names.items[0]);
  wb_names_release(&names);
  return WB_ERR_NOT_FOUND;
}

enum wb_status wb_cl_kernel_create(struct wb_device *device, wb_handle handle, const char *name,
                                   cl_kernel *kernel, struct wb_error *err) {
  cl_int code = CL_SUCCESS;
  struct wb_cl_program *program = wb_cl_find_program(device, handle, err);
  if (program == NULL) return WB_ERR_USAGE;
  *kernel = clCreateKernel(program->program, name, &code);
  if (code == CL_SUCCESS) return WB_OK;
  *kernel = NULL;
  if (code == CL_INVALID_KERNEL_NAME) return no_such_kernel(program->program, name, err);
  return wb_cl_fail(err, code, "clCreateKernel");
}

static enum wb_memory memory_of(cl_kernel_arg_address_qualifier qualifier) {
  static const struct {
    cl_kernel_arg_address_qualifier qualifier;
    enum wb_memory memory;
  } table[] = {
      {CL_KERNEL_ARG_ADDRESS_GLOBAL, WB_MEMORY_GLOBAL},
      {CL_KERNEL_ARG_ADDRESS_LOCAL, WB_MEMORY_LOCAL},
      {CL_KERNEL_ARG_ADDRESS_CONSTANT, WB_MEMORY_CONSTANT},
      {CL_KERNEL_ARG_ADDRESS_PRIVATE, WB_MEMORY_PRIVATE},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    if (table[i].qualifier == qualifier) return table[i].memory;
  return WB_MEMORY_NONE;
}

/* A text that is cut to fit; the driver refuses to cut it itself. */
static void param_text(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what, char *out,
                       size_t size) {
  char text[1024] = "";
  if (clGetKernelArgInfo(kernel, index, what, sizeof text, text, NULL) != CL_SUCCESS)
    text[0] = '\0';
  text[sizeof text - 1] = '\0';
  snprintf(out, size, "%.*s", (int)size - 1, text);
}

static void describe_param(cl_kernel kernel, cl_uint index, struct wb_param_info *param) {
  cl_kernel_arg_address_qualifier address = 0;
  cl_kernel_arg_type_qualifier type = 0;
  memset(param, 0, sizeof *param);
  param->memory = WB_MEMORY_NONE;
  if (clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address,
                         NULL) != CL_SUCCESS)
    return;
  param->memory = memory_of(address);
  if (clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type, NULL) ==
      CL_SUCCESS)
    param->is_const = (type & CL_KERNEL_ARG_TYPE_CONST) != 0;
  param_text(kernel, index, CL_KERNEL_ARG_NAME, param->name, sizeof param->name);
  param_text(kernel, index, CL_KERNEL_ARG_TYPE_NAME, param->type_name, sizeof param->type_name);
  const struct wb_param_type known = wb_param_type_of(param->type_name);
  if (param->memory == WB_MEMORY_PRIVATE && known.known && !known.pointer)
    param->bytes = (uint32_t)wb_dtype_size(known.type);
}

void wb_cl_describe_params(cl_kernel kernel, struct wb_kernel_info *info) {
  cl_uint count = 0;
  clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL);
  info->n_params = count;
  for (cl_uint i = 0; i < count && i < WB_MAX_ARGS; i++)
    describe_param(kernel, i, &info->params[i]);
}

static void required_size(struct wb_device *device, cl_kernel kernel, struct wb_kernel_info *info) {
  size_t sizes[3] = {0};
  if (clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes,
                               sizes, NULL) != CL_SUCCESS)
    return;
  for (int d = 0; d < 3; d++) info->required_group_size[d] = (uint32_t)sizes[d];
}

void wb_cl_describe_kernel(struct wb_device *device, cl_kernel kernel,
                           struct wb_kernel_info *info) {
  wb_cl_describe_params(kernel, info);
  required_size(device, kernel, info);
}

enum wb_status wb_cl_kernel_info(struct wb_device *device, wb_handle program, const char *name,
                                 struct wb_kernel_info *info, struct wb_error *err) {
  cl_kernel kernel = NULL;
  enum wb_status status = wb_cl_kernel_create(device, program, name, &kernel, err);
  if (status != WB_OK) return status;
  memset(info, 0, sizeof *info);
  wb_cl_describe_kernel(device, kernel, info);
  wb_cl_resolve_types(wb_cl_find_program(device, program, err), info);
  clReleaseKernel(kernel);
  if (info->n_params > WB_MAX_ARGS)
    return wb_fail(err, WB_ERR_USAGE, "kernel '%s' has %zu parameters; at most %d are possible",
                   name, info->n_params, WB_MAX_ARGS);
  return WB_OK;
}
