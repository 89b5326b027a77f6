#include "emulator/emulator.h"

#include <stdio.h>

/* In an object of its own: the compiler's process says its version, too, and is linked with nothing
 * else that a launch needs. */
void wb_emulator_version(char *buffer, size_t size) {
  snprintf(buffer, size, "GPU Puzzle Workbench %s, LLVM %s", WB_VERSION, WB_LLVM_VERSION);
}
