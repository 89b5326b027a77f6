/* A compiler that was made ready for one build: others are not mistaken for it. */
#include <stdlib.h>
#include <string.h>

#include "emulator/emulator.h"
#include "tap.h"

static const char SOURCE[] =
    "#ifndef VALUE\n#define VALUE 0\n#endif\n"
    "#if VALUE != WANTED || __OPENCL_C_VERSION__ != VERSION\n#error another build\n#endif\n"
    "kernel void k(global int *x) { x[0] = VALUE; }\n";

static struct wb_device *open_emulator(void) {
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  if (!CHECK_INT(wb_emulator_open("emulator", &device, &err), WB_OK)) printf("# %s\n", err.message);
  return device;
}

static void prepare(struct wb_device *device, const char *options) {
  const struct wb_build_request request = {
      .source = "", .file_name = "", .options = options, .time_limit_ms = 60000};
  CHECK_INT(wb_device_prepare(device, &request, NULL), WB_OK);
}

static void build(struct wb_device *device, const char *options, enum wb_status expected) {
  const struct wb_build_request request = {.source = SOURCE,
                                           .length = strlen(SOURCE),
                                           .file_name = "k.cl",
                                           .options = options,
                                           .time_limit_ms = 60000};
  struct wb_build_result result;
  wb_build_result_init(&result);
  if (!CHECK_INT(wb_device_build(device, &request, &result, NULL), expected))
    printf("# %s\n%s\n", options, result.log);
  if (expected == WB_ERR_COMPILE) CHECK(strstr(result.log, "another build") != NULL);
  wb_build_result_release(&result);
}

/* The options of the build count, whatever was prepared. */
static void options_of_the_build_count(void) {
  static const char *const PREPARED[] = {"", "-D VALUE=3", "-cl-std=CL2.0", "-no-such-option"};
  for (size_t i = 0; i < sizeof PREPARED / sizeof PREPARED[0]; i++) {
    struct wb_device *device = open_emulator();
    if (device == NULL) return;
    prepare(device, PREPARED[i]);
    build(device, "-D VALUE=7 -D WANTED=7 -D VERSION=120", WB_OK);
    prepare(device, PREPARED[i]);
    prepare(device, "-D VALUE=3 -D WANTED=7 -D VERSION=120");
    build(device, "-D WANTED=0 -D VERSION=200 -cl-std=CL2.0", WB_OK);
    build(device, "-D WANTED=1 -D VERSION=120", WB_ERR_COMPILE);
    wb_device_close(device);
  }
}

static void the_prepared_build_is_like_any(void) {
  struct wb_device *device = open_emulator();
  if (device == NULL) return;
  for (int i = 0; i < 2; i++) {
    prepare(device, "-D VALUE=7 -D WANTED=7 -D VERSION=120");
    build(device, "-D VALUE=7 -D WANTED=7 -D VERSION=120", WB_OK);
    prepare(device, "-D WANTED=8 -D VERSION=120");
    build(device, "-D WANTED=8 -D VERSION=120", WB_ERR_COMPILE);
  }
  wb_device_close(device);
}

int main(void) {
  setenv("WORKBENCH_LIBEXEC", WB_TEST_BUILD, 1);
  setenv("WORKBENCH_CACHE", "off", 1);
  tap_run("a build has its own options, whatever was prepared", options_of_the_build_count);
  tap_run("a build that was prepared for is like any other", the_prepared_build_is_like_any);
  return tap_finish();
}
