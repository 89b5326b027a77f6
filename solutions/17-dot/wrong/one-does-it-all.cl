// expect: over-budget
// why: Right, but one work-item of each group reads all of its elements and adds them one by one.

__kernel void dot_product(__global float *out, __global const float *a, __global const float *b,
                          __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  if (l == 0) {
    float sum = 0.0f;
    for (size_t t = i; t < i + size && t < n; t++) sum += a[t] * b[t];
    out[get_group_id(0)] = sum;
  }
}
