// compare_exchange writes what it found to the expected value, and only where it fails.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// arg: x int[1]=(5)
// arg: out int[4]
// out: out 5 5 5 5
// emulator-only: PoCL 3.1 has no such function for a local expected value
// expect: clean

__kernel void test(__global atomic_int *x, __global int *out) {
  __local int wanted;
  int mine = 4;
  size_t l = get_local_id(0);
  if (l == 0) wanted = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_compare_exchange_strong(x, &wanted, 5);
  atomic_compare_exchange_strong(x, &mine, 5);
  out[l] = mine;
}
