#include "emulator/emulator.h"

#include <stdio.h>

void wb_emulator_version(char *buffer, size_t size) {
  snprintf(buffer, size, "GPU Puzzle Workbench %s, LLVM %s", WB_VERSION, WB_LLVM_VERSION);
}
