// A tree reduction over a tile whose tail was not filled: blamed on the read that found it unset, though it matters later.
// launch: global 8 local 8
// arg: out int[1]
// arg: a const int[6]=range
// arg: tile local int[8]

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  size_t l = get_local_id(0);
  if (l < 6) tile[l] = a[l];
  for (size_t half_size = 4; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < half_size)
      tile[l] += tile[l + half_size]; // expect: uninitialized-read array=tile index=6
  }
  if (l == 0)
    out[0] = tile[0];
}
