// Work-items that take turns by one operation: each finds that it is its own.
// launch: global 4 local 2
// arg: turn int[1]=zeros
// arg: out int[4]
// may: deadlock
// emulator-only: the order of work-items is the emulator's

__kernel void test(__global int *turn, __global int *out) {
  int i = get_global_id(0);
  while (atomic_cmpxchg(turn, i, i + 1) != i) { // may: deadlock array=turn
  }
  out[i] = 1;
}
