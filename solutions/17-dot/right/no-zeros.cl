// No zeros: the loop begins with as many places as the group has elements.

__kernel void dot_product(__global float *out, __global const float *a, __global const float *b,
                          __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t first = i - l;
  size_t elements = first < n ? min(get_local_size(0), n - first) : 0;
  if (i < n) tile[l] = a[i] * b[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t count = elements; count > 1;) {
    size_t upper = (count + 1) / 2;
    if (l + upper < count) tile[l] += tile[l + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
    count = upper;
  }
  if (l == 0) out[get_group_id(0)] = elements > 0 ? tile[0] : 0.0f;
}
