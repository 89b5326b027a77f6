// What is beyond the largest power of two is folded in first; then every step is exactly a half.

__kernel void dot_product(__global float *out, __global const float *a, __global const float *b,
                          __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  tile[l] = i < n ? a[i] * b[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t step = 1;
  while (step * 2 < size) step *= 2;
  for (; step > 0; step /= 2) {
    if (l < step && l + step < size) tile[l] += tile[l + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
