#include <llvm/Config/llvm-config.h>
#include <stdio.h>

#include "emulator/emulator.h"

void wb_emulator_version(char *buffer, size_t size) {
  snprintf(buffer, size, "GPU Puzzle Workbench %s, LLVM %s", WB_VERSION, LLVM_VERSION_STRING);
}
