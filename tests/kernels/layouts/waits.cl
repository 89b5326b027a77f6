// A loop that waits for a flag at an offset of the header is known to wait.
// launch: global 2 local 2
// arg: flags int[4]=zeros
// options: -cl-std=CL2.0

#include "layout.h"

__kernel void test(volatile __global atomic_int *flags) {
  size_t x = get_global_id(0);
  while (atomic_load(&flags[row_major_2(1, x, 2, 2)]) == 0) {  // expect: deadlock
  }
}
