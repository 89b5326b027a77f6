// expect: runtime-error barrier-divergence
// why: Work-items without an element leave, and the others wait for them at the barrier.
// expect-line: 12

__kernel void dot_product(__global float *out, __global const float *a, __global const float *b,
                          __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  if (i >= n) return;
  tile[l] = a[i] * b[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t count = size;
  while (count > 1) {
    size_t upper = (count + 1) / 2;
    if (l + upper < count) tile[l] += tile[l + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
    count = upper;
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
