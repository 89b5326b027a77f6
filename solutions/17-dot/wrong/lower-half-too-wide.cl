// expect: runtime-error data-race
// why: With an odd count the middle number gets one added while another work-item reads it: one place is read and written in the same step.
// expect-line: 15

__kernel void dot_product(__global float *out, __global const float *a, __global const float *b,
                          __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  tile[l] = i < n ? a[i] * b[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t count = size;
  while (count > 1) {
    size_t lower = count / 2;
    if (l <= lower && l + lower < count) tile[l] += tile[l + lower];
    barrier(CLK_LOCAL_MEM_FENCE);
    count = (count + 1) / 2;
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
