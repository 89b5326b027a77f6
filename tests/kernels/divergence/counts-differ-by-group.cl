// Different groups may run different numbers of barriers.
// launch: global 8 local 4
// arg: out int[8]
// expect: clean
// out: out 1 1 1 1 2 2 2 2

__kernel void test(__global int *out) {
  int count = 0;
  for (size_t j = 0; j <= get_group_id(0); j++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    count++;
  }
  out[get_global_id(0)] = count;
}
