/* The clean kernels under tests/kernels/ on the first OpenCL device: what their
 * comments say about outputs is OpenCL's, not the emulator's own opinion.
 *
 * A sample has one in four: a driver takes a tenth of a second to compile each.
 *
 * In the worker that the workbench itself uses: a kernel that hangs the driver or
 * takes it down fails alone. */
#include "device/registry.h"
#include "kernels/corpus_run.h"

static struct wb_device *worker;

static enum wb_status open_worker(struct wb_error *err) {
  return wb_device_open("opencl", -1, &worker, err);
}

/* Also a GPU's driver, which takes no work any more after a kernel that went astray. */
static bool is_alive(void) {
  const struct wb_buffer_desc desc = {.name = "a", .type = {WB_INT, 1}, .bytes = 4};
  const int zero = 0;
  wb_handle buffer = 0;
  bool alive = wb_buffer_create(worker, &desc, &buffer, NULL) == WB_OK;
  alive = alive && wb_buffer_write(worker, buffer, 0, &zero, sizeof zero, NULL) == WB_OK;
  alive = alive && wb_device_finish(worker, NULL) == WB_OK;
  return alive && wb_buffer_release(worker, buffer, NULL) == WB_OK;
}

static struct wb_device *living_device(void) {
  struct wb_error err = {0};
  if (is_alive()) return worker;
  wb_device_close(worker);
  worker = NULL;
  if (open_worker(&err) == WB_OK) return worker;
  printf("Bail out! the device does not open again: %s\n", err.message);
  exit(1);
}

int main(int argc, char **argv) {
  struct wb_error err = {0};
  setenv("WORKBENCH_LIBEXEC", WB_TEST_BUILD, 1);
  enum wb_status status = open_worker(&err);
  if (status == WB_ERR_MISSING) {
    printf("1..0 # SKIP no OpenCL device on this machine\n");
    return 0;
  }
  if (status != WB_OK) {
    printf("Bail out! the first OpenCL device does not open: %s\n", err.message);
    return 1;
  }
  corpus_device = living_device;
  corpus_period = 4;
  int failed = corpus_main(worker, "kernels on the OpenCL device", argc, argv);
  wb_device_close(worker);
  return failed;
}
