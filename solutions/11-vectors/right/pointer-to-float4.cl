// Buffers begin at multiples of 16 bytes, so a pointer to vectors may be made of a pointer to floats.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  __global float4 *to = (__global float4 *)out;
  __global const float4 *from = (__global const float4 *)a;
  if (i < n / 4) to[i] = from[i] * (float4)(1, 2, 3, 4);
  if (i == n / 4) {
    for (size_t j = 4 * i; j < n; j++) out[j] = a[j] * (1 + j % 4);
  }
}
