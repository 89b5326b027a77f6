// Each work-item keeps its sum in a variable, reads only its partner's from the tile, and leaves
// the loop's last barrier out: work-item 0 needs nobody's number after the last step.

__kernel void dot_product(__global float *out, __global const float *a, __global const float *b,
                          __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  float sum = i < n ? a[i] * b[i] : 0.0f;
  tile[l] = sum;
  size_t count = size;
  while (count > 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t upper = (count + 1) / 2;
    if (l < count / 2) {
      sum += tile[l + upper];
      tile[l] = sum;
    }
    count = upper;
  }
  if (l == 0) out[get_group_id(0)] = sum;
}
