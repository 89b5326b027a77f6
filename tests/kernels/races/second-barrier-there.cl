// Both barriers of a tiled loop.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[8]=range
// expect: clean
// out: out 6 8 10 4

__kernel void test(__global int *out, __global const int *a) {
  __local int tile[4];
  size_t l = get_local_id(0);
  int sum = 0;
  for (int block = 0; block < 2; block++) {
    tile[l] = a[block * 4 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[(l + 1) % 4];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = sum;
}
