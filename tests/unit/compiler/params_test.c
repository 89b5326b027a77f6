/* What is known of kernels' parameters: the bytes of what pointers point at. */
#include <stdio.h>
#include <string.h>

#include "emulator/emulator.h"
#include "tap.h"

static const struct {
  const char *parameter;
  uint32_t element_bytes;
} params[] = {
    {"__global float *a", 4},
    {"__global const uchar *restrict b", 1},
    {"__constant short4 *c", 8},
    {"__local float3 *d", 16},
    {"__global struct pair *e", 8},
    {"__global const volatile particle *f", 20},
    {"__constant union either *g", 16},
    {"__global packed_pair *h", 5},
    {"__global row *i", 12},
    {"__global real *j", 8},
    {"__global float k[]", 4},
    {"floats l", 4},
    {"__global void *m", 0},
    {"float n", 0},
    {"particle o", 0},
    {"float4 p", 0},
    {"read_only image2d_t q", 0},
    {"sampler_t r", 0},
    {"__global enum colour *s", 4},
};
enum { COUNT = sizeof params / sizeof params[0] };

static const char types[] =
    "struct pair { float x; char kind; };\n"
    "typedef struct { float place[3]; struct pair last; } particle;\n"
    "union either { float4 all; char first; };\n"
    "typedef struct __attribute__((packed)) { float x; char kind; } packed_pair;\n"
    "typedef int row[3];\n"
    "typedef double real;\n"
    "typedef __global float *floats;\n"
    "enum colour { RED, GREEN };\n";

static void check_all(struct wb_device *device, const char *options) {
  char text[4096];
  size_t length = (size_t)snprintf(text, sizeof text, "%s__kernel void k(", types);
  for (size_t i = 0; i < COUNT; i++)
    length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i > 0 ? ", " : "",
                               params[i].parameter);
  length += (size_t)snprintf(text + length, sizeof text - length, ") { a[0] = 1; }\n");
  const struct wb_build_request request = {
      .source = text, .length = length, .file_name = "k.cl", .options = options};
  struct wb_build_result result;
  struct wb_kernel_info info;
  struct wb_error err = {0};
  wb_build_result_init(&result);
  if (!CHECK_INT(wb_device_build(device, &request, &result, &err), WB_OK))
    printf("# %s\n", result.log);
  if (CHECK_INT(wb_kernel_info(device, result.program, "k", &info, &err), WB_OK) &&
      CHECK_INT(info.n_params, COUNT))
    for (size_t i = 0; i < COUNT; i++)
      if (!CHECK_INT(info.params[i].element_bytes, params[i].element_bytes))
        printf("# %s\n", params[i].parameter);
  wb_build_result_release(&result);
}

static void pointees_have_their_sizes(void) {
  struct wb_device *device = NULL;
  if (!CHECK_INT(wb_emulator_open("emulator", &device, NULL), WB_OK)) return;
  check_all(device, "");
  check_all(device, "-cl-std=CL1.2");
  check_all(device, "-cl-std=CL3.0 -cl-fast-relaxed-math");
  wb_device_close(device);
}

int main(void) {
  tap_run("the bytes of what a pointer points at are known", pointees_have_their_sizes);
  return tap_finish();
}
