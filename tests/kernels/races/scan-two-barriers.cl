// The scan in place with a barrier between its reads and its writes.
// launch: global 8 local 8
// arg: out int[8]
// arg: a const int[8]=range
// arg: tile local int[8]
// expect: clean
// out: out 0 1 3 6 10 15 21 28

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 1; step < 8; step *= 2) {
    int left = l >= step ? tile[l - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] += left;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = tile[l];
}
