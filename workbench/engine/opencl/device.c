#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/file.h"
#include "device/registry.h"
#include "device/worker.h"
#include "opencl/internal.h"
#include "opencl/opencl.h"

static void device_close(struct wb_device *device) {
  if (device->queue != NULL) clFinish(device->queue);
  wb_cl_commands_free(device);
  wb_cl_buffers_free(device);
  wb_cl_programs_free(device);
  if (device->queue != NULL) clReleaseCommandQueue(device->queue);
  if (device->context != NULL) clReleaseContext(device->context);
  free(device->own_include);
  wb_cl_kept_forget(device);
  free(device);
}

static enum wb_status device_info(struct wb_device *device, struct wb_device_info *info,
                                  struct wb_error *err) {
  (void)err;
  memset(info, 0, sizeof *info);
  snprintf(info->selector, sizeof info->selector, "%s", device->selector);
  wb_cl_describe(device->platform, device->id, info);
  return WB_OK;
}

static enum wb_status device_finish(struct wb_device *device, const struct wb_outcome *last,
                                    struct wb_error *err) {
  (void)last;
  cl_int code = clFinish(device->queue);
  return code == CL_SUCCESS ? WB_OK : wb_cl_fail(err, code, "clFinish");
}

static const struct wb_device_ops opencl_ops = {
    .name = "opencl",
    .close = device_close,
    .info = device_info,
    .buffer_create = wb_cl_buffer_create,
    .buffer_release = wb_cl_buffer_release,
    .buffer_write = wb_cl_buffer_write,
    .buffer_read = wb_cl_buffer_read,
    .buffer_fill = wb_cl_buffer_fill,
    .buffer_copy = wb_cl_buffer_copy,
    .buffer_state = wb_cl_buffer_state,
    .build = wb_cl_build,
    .program_release = wb_cl_program_release,
    .kernel_info = wb_cl_kernel_info,
    .launch = wb_cl_launch,
    .finish = device_finish,
    .set_host_memory = wb_cl_set_host_memory,
    .enqueue = wb_cl_enqueue,
    .flush = wb_cl_flush,
    .await = wb_cl_await,
};

/* A number of at most four digits; false where there is none. */
static bool take_number(const char **text, unsigned *number) {
  char *end = NULL;
  size_t digits = strspn(*text, "0123456789");
  if (digits == 0 || digits > 4) return false;
  *number = (unsigned)strtoul(*text, &end, 10);
  *text = end;
  return true;
}

/* "P.D" */
static bool take_pair(const char **text, unsigned *p, unsigned *d) {
  if (!take_number(text, p) || **text != '.') return false;
  (*text)++;
  return take_number(text, d);
}

/* Finds platform P and device D of "opencl:P.D". */
static enum wb_status select_device(struct wb_device *device, const char *selector,
                                    struct wb_error *err) {
  enum wb_status status = WB_OK;
  unsigned p = 0, d = 0;
  cl_uint n_platforms = 0, n_devices = 0;
  cl_platform_id *platforms = NULL;
  cl_device_id *devices = NULL;
  const char *text = selector;
  if (!wb_starts_with(text, "opencl:") || (text += strlen("opencl:"), !take_pair(&text, &p, &d)) ||
      *text != '\0')
    return wb_fail(err, WB_ERR_USAGE,
                   "'%s' names no OpenCL device; write opencl:P.D, as opencl:0.0", selector);
  platforms = wb_cl_platforms(&n_platforms);
  if (p < n_platforms) devices = wb_cl_devices(platforms[p], &n_devices);
  if (devices != NULL && d < n_devices) {
    device->platform = platforms[p];
    device->id = devices[d];
    snprintf(device->selector, sizeof device->selector, "%s", selector);
  } else if (p >= n_platforms) {
    status =
        wb_fail(err, WB_ERR_MISSING, "there is no OpenCL platform %u (%u found)", p, n_platforms);
  } else {
    status = wb_fail(err, WB_ERR_MISSING, "OpenCL platform %u has no device %u (%u found)", p, d,
                     n_devices);
  }
  free(platforms);
  free(devices);
  return status;
}

/* Sub-buffers and clEnqueueFillBuffer came with 1.1 and 1.2. */
static enum wb_status require_version(struct wb_device *device, struct wb_error *err) {
  char text[WB_DEVICE_NAME_MAX] = "";
  unsigned major = 0, minor = 0;
  clGetDeviceInfo(device->id, CL_DEVICE_VERSION, sizeof text, text, NULL);
  text[sizeof text - 1] = '\0';
  const char *version = text + strcspn(text, "0123456789");
  if (take_pair(&version, &major, &minor) && (major < 1 || (major == 1 && minor < 2)))
    return wb_fail(err, WB_ERR_MISSING, "%s speaks %s; the workbench needs OpenCL 1.2 or newer",
                   device->selector, text);
  return WB_OK;
}

static void choose_guard(struct wb_device *device) {
  cl_uint align_bits = 0;
  clGetDeviceInfo(device->id, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof align_bits, &align_bits, NULL);
  size_t align = align_bits / 8;
  device->guard = WB_GUARD_BYTES;
  if (align > 0) device->guard = (WB_GUARD_BYTES + align - 1) / align * align;
}

static enum wb_status open_queue(struct wb_device *device, struct wb_error *err) {
  cl_int code = CL_SUCCESS;
  cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                        (cl_context_properties)device->platform, 0};
  device->context = clCreateContext(properties, 1, &device->id, NULL, NULL, &code);
  if (code != CL_SUCCESS) return wb_cl_fail(err, code, "clCreateContext");
  device->queue =
      clCreateCommandQueue(device->context, device->id, CL_QUEUE_PROFILING_ENABLE, &code);
  if (code != CL_SUCCESS) return wb_cl_fail(err, code, "clCreateCommandQueue");
  return WB_OK;
}

static char *copy_env(const char *name) {
  const char *value = wb_absolute_env(name);
  return value != NULL ? wb_strdup(value) : NULL;
}

enum wb_status wb_opencl_open(const char *selector, struct wb_device **device,
                              struct wb_error *err) {
  struct wb_device *opened = wb_alloc(sizeof *opened);
  opened->base.ops = &opencl_ops;
  opened->own_include = wb_own_include_folder();
  opened->compiles_only = wb_absolute_env(WB_PROGRAMS_TO) != NULL;
  opened->only_finds = !opened->compiles_only && wb_absolute_env(WB_PROGRAMS_FROM) != NULL;
  opened->kept[0] = copy_env(WB_KEPT_PROGRAMS);
  opened->kept[1] = copy_env(WB_SHARED_PROGRAMS);
  enum wb_status status = select_device(opened, selector, err);
  if (status == WB_OK) status = require_version(opened, err);
  if (status == WB_OK) choose_guard(opened);
  if (status == WB_OK) status = open_queue(opened, err);
  if (status == WB_OK)
    *device = opened;
  else
    device_close(opened);
  return status;
}
