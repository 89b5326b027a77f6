// Unset for oneself, but set by a neighbour before the barrier.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 9 9 9 9

__kernel void test(__global int *out) {
  __local int tile[4];
  size_t l = get_local_id(0);
  if (l == 2)
    for (int j = 0; j < 4; j++) tile[j] = 9;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[l];
}
