// expect: runtime-error barrier-divergence
// why: The condition of the loop lets go whoever has nothing to add any more; the others wait for them at the barrier in it.
// expect-line: 15

__kernel void dot_product(__global float *out, __global const float *a, __global const float *b,
                          __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  tile[l] = i < n ? a[i] * b[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t count = size, upper = (count + 1) / 2;
  while (count > 1 && l < upper) {
    if (l + upper < count) tile[l] += tile[l + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
    count = upper;
    upper = (count + 1) / 2;
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
