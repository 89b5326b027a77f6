// A tile filled again while others still read it: the second barrier is missing.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[8]=range

__kernel void test(__global int *out, __global const int *a) {
  __local int tile[4];
  size_t l = get_local_id(0);
  int sum = 0;
  for (int block = 0; block < 2; block++) {
    tile[l] = a[block * 4 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[(l + 1) % 4]; // expect: data-race cause=next-round other-line=-2
  }
  out[l] = sum;
}
