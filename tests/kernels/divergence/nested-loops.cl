// Barriers in nested loops whose bounds are the same for all.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 6 6 6 6

__kernel void test(__global int *out) {
  int count = 0;
  for (int j = 1; j < 4; j++)
    for (int k = 0; k < j; k++) {
      barrier(CLK_LOCAL_MEM_FENCE);
      count++;
    }
  out[get_local_id(0)] = count;
}
