// expect: wrong-answer
// why: The tile holds halves, of which twice as many fit. A half has 11 binary digits: above 16 it holds no 128ths.

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  __local half *halves = (__local half *)tile;
  vstore_half(i < n ? a[i] : 0.0f, l, halves);
  if (l < k - 1) vstore_half(i + size < n ? a[i + size] : 0.0f, size + l, halves);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    float sum = 0.0f;
    for (uint j = 0; j < k; j++) sum += vload_half(l + j, halves) * b[j];
    out[i] = sum;
  }
}
