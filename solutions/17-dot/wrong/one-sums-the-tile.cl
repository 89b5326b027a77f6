// expect: over-budget
// why: Right, but one work-item adds up the whole tile while all others look on.

__kernel void dot_product(__global float *out, __global const float *a, __global const float *b,
                          __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  tile[l] = i < n ? a[i] * b[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    float sum = 0.0f;
    for (size_t t = 0; t < size; t++) sum += tile[t];
    out[get_group_id(0)] = sum;
  }
}
