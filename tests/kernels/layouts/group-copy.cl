// Where a copy of the whole group begins.
// launch: global 4 local 4
// arg: out float[4]
// arg: a const float[16]=range(0,1)

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  __local float row[4];
  event_t event = async_work_group_copy(
      row, a + row_major_2(3, 0, 3, 4), 4, 0);  // expect: out-of-bounds index=3 other-line=-1
  wait_group_events(1, &event);
  out[get_local_id(0)] = row[get_local_id(0)];  // may: uninitialized-read
}
