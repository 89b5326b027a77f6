/* Between a worker and the OpenCL driver: the call number $CL_FAULT fails, of those that a
 * program's commands lead to, with CL_OUT_OF_RESOURCES; "late:N" fails the N-th command while it is
 * carried out, so that only its event says so. How many calls there were is the length of
 * $CL_FAULT_CALLS. */
#include <CL/cl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned calls, commands, wanted;
static bool late;
static cl_event failed;
static int counts = -1;

__attribute__((constructor)) static void begin(void) {
  const char *fault = getenv("CL_FAULT"), *path = getenv("CL_FAULT_CALLS");
  late = fault != NULL && strncmp(fault, "late:", 5) == 0;
  if (fault != NULL) wanted = (unsigned)atoi(fault + (late ? 5 : 0));
  if (path != NULL) counts = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static bool is_to_fail(void) {
  if (counts >= 0 && write(counts, ".", 1) != 1) abort();
  return ++calls == wanted && !late;
}

/* The command fails later, if it is the one. */
static cl_int begun(cl_int code, cl_event *event) {
  if (late && ++commands == wanted && event != NULL) failed = *event;
  return code;
}

#define NEXT(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

#define PASS(name, parameters, ...) \
  cl_int name parameters { return is_to_fail() ? CL_OUT_OF_RESOURCES : NEXT(name)(__VA_ARGS__); }
#define COMMAND(name, parameters, ...)                                                 \
  cl_int name parameters {                                                             \
    return is_to_fail() ? CL_OUT_OF_RESOURCES : begun(NEXT(name)(__VA_ARGS__), event); \
  }
#define MAKE(type, name, parameters, ...)              \
  type name parameters {                               \
    if (!is_to_fail()) return NEXT(name)(__VA_ARGS__); \
    *code = CL_OUT_OF_RESOURCES;                       \
    return NULL;                                       \
  }

MAKE(cl_mem, clCreateBuffer,
     (cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *code), context,
     flags, size, host, code)
MAKE(cl_mem, clCreateSubBuffer,
     (cl_mem of, cl_mem_flags flags, cl_buffer_create_type type, const void *info, cl_int *code),
     of, flags, type, info, code)
MAKE(cl_kernel, clCreateKernel, (cl_program program, const char *name, cl_int *code), program, name,
     code)
MAKE(cl_command_queue, clCreateCommandQueue,
     (cl_context context, cl_device_id id, cl_command_queue_properties how, cl_int *code), context,
     id, how, code)
PASS(clSetKernelArg, (cl_kernel kernel, cl_uint index, size_t size, const void *value), kernel,
     index, size, value)
PASS(clFinish, (cl_command_queue queue), queue)
PASS(clFlush, (cl_command_queue queue), queue)
PASS(clWaitForEvents, (cl_uint n, const cl_event *events), n, events)
COMMAND(clEnqueueReadBuffer,
        (cl_command_queue queue, cl_mem from, cl_bool waits, size_t offset, size_t size, void *to,
         cl_uint n, const cl_event *after, cl_event *event),
        queue, from, waits, offset, size, to, n, after, event)
COMMAND(clEnqueueWriteBuffer,
        (cl_command_queue queue, cl_mem to, cl_bool waits, size_t offset, size_t size,
         const void *from, cl_uint n, const cl_event *after, cl_event *event),
        queue, to, waits, offset, size, from, n, after, event)
COMMAND(clEnqueueCopyBuffer,
        (cl_command_queue queue, cl_mem from, cl_mem to, size_t at, size_t place, size_t size,
         cl_uint n, const cl_event *after, cl_event *event),
        queue, from, to, at, place, size, n, after, event)
COMMAND(clEnqueueFillBuffer,
        (cl_command_queue queue, cl_mem to, const void *pattern, size_t length, size_t offset,
         size_t size, cl_uint n, const cl_event *after, cl_event *event),
        queue, to, pattern, length, offset, size, n, after, event)
COMMAND(clEnqueueMarkerWithWaitList,
        (cl_command_queue queue, cl_uint n, const cl_event *after, cl_event *event), queue, n,
        after, event)
COMMAND(clEnqueueNDRangeKernel,
        (cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
         const size_t *global, const size_t *local, cl_uint n, const cl_event *after,
         cl_event *event),
        queue, kernel, dimensions, offset, global, local, n, after, event)

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t size, void *value,
                      size_t *needed) {
  const cl_int code = NEXT(clGetEventInfo)(event, what, size, value, needed);
  if (failed == NULL || event != failed || what != CL_EVENT_COMMAND_EXECUTION_STATUS) return code;
  if (code == CL_SUCCESS && *(cl_int *)value <= CL_COMPLETE) *(cl_int *)value = CL_OUT_OF_RESOURCES;
  return code;
}
