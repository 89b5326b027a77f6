// Waiting for another work-item's flag waits for ever.
// launch: global 2 local 1
// arg: inout int flag 1 zeros
// arg: output int out 2
// limits: steps 100000
// expect: time-limit

__kernel void test(__global volatile int *flag, __global int *out) {
  size_t i = get_global_id(0);
  while (atomic_or(flag, 0) == 0) {
  }
  out[i] = 1;
}
