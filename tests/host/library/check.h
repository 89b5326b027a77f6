/* Checks of programs that call libworkbench with DLPack's tensors; they print TAP. Of one file
 * each. */
#ifndef WB_TEST_LIBRARY_CHECK_H
#define WB_TEST_LIBRARY_CHECK_H

#include <dlpack/dlpack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <workbench.h>

static unsigned count, failed;

static void expect(int right, const char *what) {
  count++;
  if (!right) failed++;
  printf("%sok %u - %s\n", right ? "" : "not ", count, what);
  if (!right) printf("# %s\n", workbench_error_text());
}

static void must(workbench_status status) {
  if (status == WORKBENCH_OK) return;
  printf("Bail out! %s\n", workbench_error_text());
  exit(1);
}

static void fails(workbench_status status, workbench_status wanted, const char *words) {
  const int right = status == wanted && strstr(workbench_error_text(), words) != NULL;
  expect(right, words);
  if (!right) printf("# %s: %s\n", workbench_status_name(status), workbench_error_text());
}

static DLTensor tensor_of(void *data, int code, int bits, int rank, int64_t *shape) {
  DLTensor made = {.data = data, .ndim = rank, .shape = shape};
  made.device.device_type = kDLCPU;
  made.dtype.code = (uint8_t)code;
  made.dtype.bits = (uint8_t)bits;
  made.dtype.lanes = 1;
  return made;
}

#endif
