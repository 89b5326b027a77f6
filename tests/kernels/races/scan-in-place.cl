// Hillis and Steele's scan in place: reads and writes of a step overlap.
// launch: global 8 local 8
// arg: out int[8]
// arg: a const int[8]=range
// arg: tile local int[8]

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 1; step < 8; step *= 2) {
    if (l >= step) tile[l] += tile[l - step]; // expect: data-race cause=no-barrier
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = tile[l];
}
