// Waiting for what the work-item has set itself, though others set it, too.
// launch: global 4 local 4
// arg: flag int[1]=zeros
// arg: out int[4]
// expect: clean
// out: out 1 1 1 1

__kernel void test(__global int *flag, __global int *out) {
  atomic_xchg(flag, 1);
  while (atomic_or(flag, 0) == 0) {
  }
  out[get_global_id(0)] = 1;
}
