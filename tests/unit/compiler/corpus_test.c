/* The corpus of kernels on the emulator: the compiler and the runtime
 * together, in four orders of work-items, whole and in slices, findings exactly as
 * expected. */
#include "emulator/emulator.h"
#include "kernels/corpus_run.h"

int main(int argc, char **argv) {
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  if (wb_emulator_open("emulator", &device, &err) != WB_OK) {
    printf("Bail out! %s\n", err.message);
    return 1;
  }
  corpus_is_sliced = true;
  return corpus_main(device, "kernels on the emulator", argc, argv);
}
