#include "device/worker.h"
#include "opencl/opencl.h"

int main(int argc, char **argv) {
  static const struct wb_worker worker = {
      .name = "workbench-opencl",
      .list = wb_opencl_list,
      .open = wb_opencl_open,
      .version = wb_opencl_version,
      .enclose = wb_opencl_enclose,
      .wants_folder = true,
      .has_drivers = true,
  };
  return wb_worker_main(&worker, argc, argv);
}
