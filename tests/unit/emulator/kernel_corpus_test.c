/* Every kernel under tests/kernels/ on the emulator: each check trips where it
 * must, and nowhere else. */
#include "emulator/emulator.h"
#include "kernels/corpus_run.h"

int main(int argc, char **argv) {
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  if (wb_emulator_open("emulator", &device, &err) == WB_OK) return corpus_main(device, argc, argv);
  printf("Bail out! the emulator does not open: %s\n", err.message);
  return 1;
}
