#include <stdio.h>

#include "opencl/internal.h"

struct code {
  cl_int code;
  const char *name;
  const char *meaning; /* NULL where the name says it */
};

#define CODE(code, meaning) \
  { code, #code, meaning }

static const struct code codes[] = {
    CODE(CL_DEVICE_NOT_FOUND, "the platform has no device"),
    CODE(CL_DEVICE_NOT_AVAILABLE, "the device is there but cannot be used now"),
    CODE(CL_COMPILER_NOT_AVAILABLE, "the platform has no OpenCL C compiler"),
    CODE(CL_MEM_OBJECT_ALLOCATION_FAILURE, "the device has too little memory left"),
    CODE(CL_OUT_OF_RESOURCES,
         "the driver stopped: often an access outside a kernel's memory, or too much of a "
         "resource"),
    CODE(CL_OUT_OF_HOST_MEMORY, "this computer has too little memory left"),
    CODE(CL_PROFILING_INFO_NOT_AVAILABLE, "the driver measured no time"),
    CODE(CL_MEM_COPY_OVERLAP, "source and destination overlap"),
    CODE(CL_IMAGE_FORMAT_MISMATCH, NULL),
    CODE(CL_IMAGE_FORMAT_NOT_SUPPORTED, NULL),
    CODE(CL_BUILD_PROGRAM_FAILURE, "the kernel does not compile"),
    CODE(CL_MAP_FAILURE, NULL),
    CODE(CL_MISALIGNED_SUB_BUFFER_OFFSET, NULL),
    CODE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "the kernel ended with an error"),
    CODE(CL_COMPILE_PROGRAM_FAILURE, "the kernel does not compile"),
    CODE(CL_LINKER_NOT_AVAILABLE, NULL),
    CODE(CL_LINK_PROGRAM_FAILURE, "the kernel does not link"),
    CODE(CL_DEVICE_PARTITION_FAILED, NULL),
    CODE(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, NULL),
    CODE(CL_INVALID_VALUE, NULL),
    CODE(CL_INVALID_DEVICE_TYPE, NULL),
    CODE(CL_INVALID_PLATFORM, NULL),
    CODE(CL_INVALID_DEVICE, NULL),
    CODE(CL_INVALID_CONTEXT, NULL),
    CODE(CL_INVALID_QUEUE_PROPERTIES, NULL),
    CODE(CL_INVALID_COMMAND_QUEUE, "the queue is gone, as after a kernel that the driver stopped"),
    CODE(CL_INVALID_HOST_PTR, NULL),
    CODE(CL_INVALID_MEM_OBJECT, NULL),
    CODE(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, NULL),
    CODE(CL_INVALID_IMAGE_SIZE, NULL),
    CODE(CL_INVALID_SAMPLER, NULL),
    CODE(CL_INVALID_BINARY, NULL),
    CODE(CL_INVALID_BUILD_OPTIONS, "the compiler does not know one of the build options"),
    CODE(CL_INVALID_PROGRAM, NULL),
    CODE(CL_INVALID_PROGRAM_EXECUTABLE, "the program was not built for this device"),
    CODE(CL_INVALID_KERNEL_NAME, NULL),
    CODE(CL_INVALID_KERNEL_DEFINITION, NULL),
    CODE(CL_INVALID_KERNEL, NULL),
    CODE(CL_INVALID_ARG_INDEX, "the kernel has fewer parameters"),
    CODE(CL_INVALID_ARG_VALUE, "the argument does not fit the parameter"),
    CODE(CL_INVALID_ARG_SIZE, "the argument's size is not the parameter's"),
    CODE(CL_INVALID_KERNEL_ARGS, "not all parameters have an argument"),
    CODE(CL_INVALID_WORK_DIMENSION, "the device does not support so many dimensions"),
    CODE(CL_INVALID_WORK_GROUP_SIZE, "the work-group size is not possible for this kernel"),
    CODE(CL_INVALID_WORK_ITEM_SIZE, "the work-group is too long in one dimension"),
    CODE(CL_INVALID_GLOBAL_OFFSET, NULL),
    CODE(CL_INVALID_EVENT_WAIT_LIST, NULL),
    CODE(CL_INVALID_EVENT, NULL),
    CODE(CL_INVALID_OPERATION, NULL),
    CODE(CL_INVALID_GL_OBJECT, NULL),
    CODE(CL_INVALID_BUFFER_SIZE, "the buffer is too large for the device"),
    CODE(CL_INVALID_MIP_LEVEL, NULL),
    CODE(CL_INVALID_GLOBAL_WORK_SIZE, "the global size is not possible"),
    CODE(CL_INVALID_PROPERTY, NULL),
    CODE(CL_INVALID_IMAGE_DESCRIPTOR, NULL),
    CODE(CL_INVALID_COMPILER_OPTIONS, NULL),
    CODE(CL_INVALID_LINKER_OPTIONS, NULL),
    CODE(CL_INVALID_DEVICE_PARTITION_COUNT, NULL),
    CODE(CL_INVALID_PIPE_SIZE, NULL),
    CODE(CL_INVALID_DEVICE_QUEUE, NULL),
    CODE(CL_INVALID_SPEC_ID, NULL),
    CODE(CL_MAX_SIZE_RESTRICTION_EXCEEDED, NULL),
    {-1001, "CL_PLATFORM_NOT_FOUND_KHR", "no OpenCL driver is installed"},
    {-9999, "NVIDIA error -9999", "the kernel accessed memory outside its buffers"},
};

static const struct code *find_code(cl_int code) {
  for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
    if (codes[i].code == code) return &codes[i];
  return NULL;
}

const char *wb_cl_error_name(cl_int code, char *buffer) {
  const struct code *found = find_code(code);
  if (found != NULL) return found->name;
  snprintf(buffer, 40, "OpenCL error %d", (int)code);
  return buffer;
}

static enum wb_status status_of(cl_int code) {
  switch (code) {
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    case CL_OUT_OF_HOST_MEMORY:
    case CL_INVALID_BUFFER_SIZE:
      return WB_ERR_NOMEM;
    case CL_DEVICE_NOT_FOUND:
    case CL_DEVICE_NOT_AVAILABLE:
    case CL_COMPILER_NOT_AVAILABLE:
    case -1001:
      return WB_ERR_MISSING;
    default:
      return WB_ERR_IO;
  }
}

enum wb_status wb_cl_fail(struct wb_error *err, cl_int code, const char *call) {
  char buffer[40];
  const struct code *found = find_code(code);
  const char *meaning = found != NULL ? found->meaning : NULL;
  return wb_fail(err, status_of(code), "%s failed with %s%s%s", call,
                 wb_cl_error_name(code, buffer), meaning != NULL ? ": " : "",
                 meaning != NULL ? meaning : "");
}
