#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "opencl/internal.h"

void wb_cl_add_finding(struct wb_outcome *outcome, enum wb_finding_kind kind, const char *kernel,
                       const char *array, const char *format, ...) {
  if (outcome->n_findings == WB_MAX_OUTCOME_FINDINGS) {
    outcome->findings_dropped++;
    return;
  }
  struct wb_finding *finding = &outcome->findings[outcome->n_findings++];
  va_list args;
  memset(finding, 0, sizeof *finding);
  finding->kind = kind;
  finding->severity = WB_SEVERITY_ERROR;
  finding->count = 1;
  snprintf(finding->kernel, sizeof finding->kernel, "%s", kernel);
  snprintf(finding->array, sizeof finding->array, "%s", array != NULL ? array : "");
  va_start(args, format);
  vsnprintf(finding->message, sizeof finding->message, format, args);
  va_end(args);
}

/* What each kind of argument is, and where the kernel must expect it. */
static const struct {
  const char *given;
  enum wb_memory memories[2];
} kinds[] = {
    [WB_ARG_BUFFER] = {"a buffer", {WB_MEMORY_GLOBAL, WB_MEMORY_CONSTANT}},
    [WB_ARG_SCALAR] = {"a value", {WB_MEMORY_PRIVATE, WB_MEMORY_PRIVATE}},
    [WB_ARG_LOCAL] = {"local memory", {WB_MEMORY_LOCAL, WB_MEMORY_LOCAL}},
};

static const char *const wants[] = {
    [WB_MEMORY_NONE] = "something else",     [WB_MEMORY_GLOBAL] = "a __global pointer",
    [WB_MEMORY_LOCAL] = "a __local pointer", [WB_MEMORY_CONSTANT] = "a __constant pointer",
    [WB_MEMORY_PRIVATE] = "a value",
};

static const char *arg_name(const struct wb_arg *arg) {
  return arg->name != NULL ? arg->name : "unnamed";
}

/* Drivers take any 8 bytes for a pointer and the other way round, so the
 * kinds are compared here, where the driver tells the parameter's. */
static bool kind_fits(const struct wb_launch *launch, size_t i, const struct wb_param_info *param,
                      struct wb_outcome *outcome) {
  const struct wb_arg *arg = &launch->args[i];
  if (arg->image.kind != WB_IMAGE_NONE) {
    wb_cl_add_finding(outcome, WB_INVALID_ARGUMENT, launch->kernel, arg_name(arg),
                      "argument %zu '%s' is an image; the workbench runs images on the emulator "
                      "alone",
                      i + 1, arg_name(arg));
    return false;
  }
  if (param->memory == WB_MEMORY_NONE || param->memory == kinds[arg->kind].memories[0] ||
      param->memory == kinds[arg->kind].memories[1])
    return true;
  wb_cl_add_finding(outcome, WB_INVALID_ARGUMENT, launch->kernel, arg_name(arg),
                    "argument %zu '%s' is %s, but the kernel's parameter '%s' is %s", i + 1,
                    arg_name(arg), kinds[arg->kind].given, param->name, wants[param->memory]);
  return false;
}

/* Drivers read as many bytes as the parameter has, however many there are. */
static bool size_fits(const struct wb_launch *launch, size_t i, const struct wb_param_info *param,
                      struct wb_outcome *outcome) {
  const struct wb_arg *arg = &launch->args[i];
  char type[16];
  if (arg->kind != WB_ARG_SCALAR || param->memory != WB_MEMORY_PRIVATE ||
      param->bytes == wb_arg_bytes(arg))
    return true;
  if (param->bytes == 0)
    wb_cl_add_finding(outcome, WB_INVALID_ARGUMENT, launch->kernel, arg_name(arg),
                      "argument %zu '%s': this device does not tell what the type of the kernel's "
                      "parameter '%s %s' is; write it without a typedef",
                      i + 1, arg_name(arg), param->type_name, param->name);
  else
    wb_cl_add_finding(outcome, WB_INVALID_ARGUMENT, launch->kernel, arg_name(arg),
                      "argument %zu '%s' is a value of %zu bytes%s%s, but the kernel's parameter "
                      "'%s %s' has %u",
                      i + 1, arg_name(arg), wb_arg_bytes(arg), arg->bytes == 0 ? ", " : "",
                      arg->bytes == 0 ? wb_dtype_name(arg->type, type) : "", param->type_name,
                      param->name, param->bytes);
  return false;
}

static enum wb_status set_one(struct wb_device *device, cl_kernel kernel, cl_uint index,
                              const struct wb_arg *arg, cl_int *code, struct wb_error *err) {
  struct wb_cl_buffer *buffer = NULL;
  cl_mem memory = NULL;
  switch (arg->kind) {
    case WB_ARG_BUFFER:
      if (arg->value.buffer != 0) buffer = wb_cl_find_buffer(device, arg->value.buffer, err);
      if (arg->value.buffer != 0 && buffer == NULL) return WB_ERR_USAGE;
      if (buffer != NULL) memory = buffer->data;
      if (buffer != NULL && arg->buffer_bytes > 0) {
        enum wb_status status =
            wb_cl_part_begin(device, buffer, arg->buffer_offset, arg->buffer_bytes, &memory, err);
        if (status != WB_OK) return status;
      }
      *code = clSetKernelArg(kernel, index, sizeof(cl_mem), buffer != NULL ? &memory : NULL);
      break;
    case WB_ARG_SCALAR:
      *code = clSetKernelArg(kernel, index, wb_arg_bytes(arg), arg->value.scalar);
      break;
    case WB_ARG_LOCAL:
      *code = clSetKernelArg(kernel, index, arg->value.local_bytes, NULL);
      break;
  }
  return WB_OK;
}

/* What is no mistake in the argument is the driver's own. */
static bool is_mistaken(cl_int code) {
  static const cl_int codes[] = {CL_INVALID_ARG_INDEX, CL_INVALID_ARG_VALUE, CL_INVALID_ARG_SIZE,
                                 CL_INVALID_MEM_OBJECT, CL_INVALID_SAMPLER};
  for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
    if (codes[i] == code) return true;
  return false;
}

static void refuse_argument(const struct wb_launch *launch, size_t i,
                            const struct wb_param_info *param, cl_int code,
                            struct wb_outcome *outcome) {
  const struct wb_arg *arg = &launch->args[i];
  char type[16], name[40];
  const char *said = wb_cl_error_name(code, name);
  if (arg->kind == WB_ARG_LOCAL && arg->value.local_bytes == 0)
    wb_cl_add_finding(outcome, WB_INVALID_ARGUMENT, launch->kernel, arg_name(arg),
                      "argument %zu '%s' is local memory of 0 bytes", i + 1, arg_name(arg));
  else
    wb_cl_add_finding(outcome, WB_INVALID_ARGUMENT, launch->kernel, arg_name(arg),
                      "argument %zu '%s' is %s of type %s, which does not fit the kernel's "
                      "parameter %s%s%s (%s)",
                      i + 1, arg_name(arg), kinds[arg->kind].given, wb_dtype_name(arg->type, type),
                      param->type_name, param->type_name[0] != '\0' ? " " : "", param->name, said);
}

enum wb_status wb_cl_set_arguments(struct wb_device *device, cl_kernel kernel,
                                   const struct wb_kernel_info *info,
                                   const struct wb_launch *launch, struct wb_outcome *outcome,
                                   struct wb_error *err) {
  enum wb_status status = WB_OK;
  if (info->n_params != launch->n_args) {
    wb_cl_add_finding(outcome, WB_INVALID_ARGUMENT, launch->kernel, NULL,
                      "the kernel has %zu parameter%s, but %zu argument%s given", info->n_params,
                      info->n_params == 1 ? "" : "s", launch->n_args,
                      launch->n_args == 1 ? " is" : "s are");
    return WB_OK;
  }
  for (size_t i = 0; i < launch->n_args && i < WB_MAX_ARGS && status == WB_OK; i++) {
    cl_int code = CL_SUCCESS;
    if (!kind_fits(launch, i, &info->params[i], outcome) ||
        !size_fits(launch, i, &info->params[i], outcome))
      continue;
    status = set_one(device, kernel, (cl_uint)i, &launch->args[i], &code, err);
    if (status == WB_OK && is_mistaken(code))
      refuse_argument(launch, i, &info->params[i], code, outcome);
    else if (status == WB_OK && code != CL_SUCCESS)
      status = wb_cl_fail(err, code, "clSetKernelArg");
  }
  return status;
}
