#include "device/worker.h"
#include "emulator/emulator.h"

int main(int argc, char **argv) {
  static const struct wb_worker worker = {
      .name = "workbench-emulator",
      .list = wb_emulator_list,
      .open = wb_emulator_open,
      .version = wb_emulator_version,
      .enclose = wb_emulator_enclose,
      .prepare_forks = wb_emulator_prepare_forks,
      .forked = wb_emulator_forked,
  };
  return wb_worker_main(&worker, argc, argv);
}
