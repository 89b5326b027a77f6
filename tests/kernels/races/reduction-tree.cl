// A tree reduction with a barrier a step.
// launch: global 16 local 8
// arg: out int[2]
// arg: a const int[16]=range
// arg: tile local int[8]
// expect: clean
// out: out 28 92

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = a[get_global_id(0)];
  for (size_t half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < half_size) tile[l] += tile[l + half_size];
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
