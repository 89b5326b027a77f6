/* The clean kernels under tests/kernels/ on the first OpenCL device: what their
 * comments say about outputs is OpenCL's, not the emulator's own opinion. */
#include "kernels/corpus_run.h"
#include "opencl/opencl.h"

int main(int argc, char **argv) {
  struct wb_device *device = NULL;
  struct wb_device_info first;
  struct wb_error err = {0};
  if (wb_opencl_list(&first, 1) == 0) {
    printf("1..0 # SKIP no OpenCL device on this machine\n");
    return 0;
  }
  if (wb_opencl_open(first.selector, &device, &err) == WB_OK)
    return corpus_main(device, argc, argv);
  printf("Bail out! %s does not open: %s\n", first.selector, err.message);
  return 1;
}
