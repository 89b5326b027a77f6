// Two buffers, but both halves the same.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range
// arg: tile local int[8]

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 3; step++) {
    tile[l] = tile[(l + 1) % 4]; // expect: data-race cause=no-barrier
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = tile[l];
}
