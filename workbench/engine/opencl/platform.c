#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "opencl/internal.h"
#include "opencl/opencl.h"

cl_platform_id *wb_cl_platforms(cl_uint *count) {
  cl_uint found = 0;
  cl_platform_id *ids = NULL;
  *count = 0;
  wb_cl_choose_cache();
  if (clGetPlatformIDs(0, NULL, &found) != CL_SUCCESS || found == 0) return NULL;
  ids = wb_alloc(found * sizeof(cl_platform_id));
  if (clGetPlatformIDs(found, ids, NULL) == CL_SUCCESS) {
    *count = found;
  } else {
    free(ids);
    ids = NULL;
  }
  return ids;
}

cl_device_id *wb_cl_devices(cl_platform_id platform, cl_uint *count) {
  cl_uint found = 0;
  cl_device_id *ids = NULL;
  *count = 0;
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &found) != CL_SUCCESS || found == 0)
    return NULL;
  ids = wb_alloc(found * sizeof(cl_device_id));
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, found, ids, NULL) == CL_SUCCESS) {
    *count = found;
  } else {
    free(ids);
    ids = NULL;
  }
  return ids;
}

/* A text of the device, malloc'ed, "" where the driver gives none. */
static char *device_text(cl_device_id id, cl_device_info what) {
  size_t size = 0;
  if (clGetDeviceInfo(id, what, 0, NULL, &size) != CL_SUCCESS) size = 0;
  char *text = wb_alloc(size + 1);
  if (size > 0 && clGetDeviceInfo(id, what, size, text, NULL) != CL_SUCCESS) text[0] = '\0';
  return text;
}

static char *platform_text(cl_platform_id id, cl_platform_info what) {
  size_t size = 0;
  if (clGetPlatformInfo(id, what, 0, NULL, &size) != CL_SUCCESS) size = 0;
  char *text = wb_alloc(size + 1);
  if (size > 0 && clGetPlatformInfo(id, what, size, text, NULL) != CL_SUCCESS) text[0] = '\0';
  return text;
}

/* Extensions are separated by blanks; a name may be the start of another. */
static bool has_extension(const char *extensions, const char *name) {
  size_t length = strlen(name);
  for (const char *at = extensions; (at = strstr(at, name)) != NULL; at += length)
    if ((at == extensions || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
      return true;
  return false;
}

static void describe_features(cl_device_id id, struct wb_device_info *info) {
  cl_device_fp_config doubles = 0;
  cl_device_type type = 0;
  char *extensions = device_text(id, CL_DEVICE_EXTENSIONS);
  clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  info->gpu = (type & CL_DEVICE_TYPE_CPU) == 0;
  clGetDeviceInfo(id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles, &doubles, NULL);
  info->fp64 = doubles != 0 || has_extension(extensions, "cl_khr_fp64");
  info->fp16 = has_extension(extensions, "cl_khr_fp16");
  info->subgroups = has_extension(extensions, "cl_khr_subgroups");
  info->shuffles = has_extension(extensions, "cl_khr_subgroup_shuffle") &&
                   has_extension(extensions, "cl_khr_subgroup_shuffle_relative");
  free(extensions);
}

static void describe_sizes(cl_device_id id, struct wb_device_info *info) {
  cl_ulong global_memory = 0, local_memory = 0;
  size_t group = 0, items[16] = {0};
  clGetDeviceInfo(id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof global_memory, &global_memory, NULL);
  clGetDeviceInfo(id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local_memory, &local_memory, NULL);
  clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof group, &group, NULL);
  clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof items, items, NULL);
  info->global_memory = global_memory;
  info->local_memory = local_memory;
  info->max_group_size = group;
  for (int i = 0; i < 3; i++) info->max_item_size[i] = items[i];
}

/* "OpenCL 3.0 PoCL 3.1+debian  Linux, …": the standard's version and the
 * driver's own name are what people know it by; the rest is how it was built. */
static void cut_version(char *version) {
  enum { WORDS = 4 };
  char *at = version;
  for (int i = 0; i < WORDS; i++) at += strspn(at, " ") + strcspn(at + strspn(at, " "), " ");
  *at = '\0';
}

void wb_cl_describe(cl_platform_id platform, cl_device_id id, struct wb_device_info *info) {
  char *name = device_text(id, CL_DEVICE_NAME);
  char *driver = device_text(id, CL_DRIVER_VERSION);
  char *vendor = platform_text(platform, CL_PLATFORM_NAME);
  char *version = platform_text(platform, CL_PLATFORM_VERSION);
  snprintf(info->name, sizeof info->name, "%s", name[0] != '\0' ? name : "unnamed device");
  cut_version(version);
  snprintf(info->vendor, sizeof info->vendor, "%.100s, %.60s, driver %.60s", vendor, version,
           driver);
  describe_features(id, info);
  describe_sizes(id, info);
  free(name);
  free(driver);
  free(vendor);
  free(version);
}

size_t wb_opencl_list(struct wb_device_info *infos, size_t max) {
  size_t count = 0;
  cl_uint n_platforms = 0;
  cl_platform_id *platforms = wb_cl_platforms(&n_platforms);
  for (cl_uint p = 0; p < n_platforms; p++) {
    cl_uint n_devices = 0;
    cl_device_id *devices = wb_cl_devices(platforms[p], &n_devices);
    for (cl_uint d = 0; d < n_devices && count < max; d++, count++) {
      memset(&infos[count], 0, sizeof infos[count]);
      snprintf(infos[count].selector, sizeof infos[count].selector, "opencl:%u.%u", p, d);
      wb_cl_describe(platforms[p], devices[d], &infos[count]);
    }
    free(devices);
  }
  free(platforms);
  return count;
}

void wb_opencl_version(char *buffer, size_t size) {
  cl_uint n_platforms = 0;
  cl_platform_id *platforms = wb_cl_platforms(&n_platforms);
  struct wb_str line;
  wb_str_init(&line);
  wb_str_addf(&line, "OpenCL ICD loader, %u platform%s", n_platforms, n_platforms == 1 ? "" : "s");
  for (cl_uint p = 0; p < n_platforms; p++) {
    char *name = platform_text(platforms[p], CL_PLATFORM_NAME);
    char *version = platform_text(platforms[p], CL_PLATFORM_VERSION);
    wb_str_addf(&line, "%s %s (%s)", p == 0 ? ":" : ",", name, version);
    free(name);
    free(version);
  }
  snprintf(buffer, size, "%s", line.data);
  wb_str_release(&line);
  free(platforms);
}
