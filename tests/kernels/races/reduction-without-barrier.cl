// A tree reduction that trusts in lockstep.
// launch: global 8 local 8
// arg: out int[1]
// arg: a const int[8]=range
// arg: tile local int[8]

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t half_size = 4; half_size > 0; half_size /= 2)
    if (l < half_size) tile[l] += tile[l + half_size]; // expect: data-race cause=no-barrier
  if (l == 0) out[0] = tile[0];
}
