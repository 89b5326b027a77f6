// All leave the loop at different times and meet at the barrier behind it.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 6 6 6 6

__kernel void test(__global int *out) {
  __local int tile[4];
  int l = get_local_id(0), count = 0;
  for (int j = 0; j < l; j++) count++;
  tile[l] = count;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[0] + tile[1] + tile[2] + tile[3];
}
