// expect: runtime-error misaligned
// expect-line: 13
// why: What is left over is done first, and the vectors begin behind it. A pointer to `float4` must be a multiple of 16 bytes, and this one is not.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  uint rest = n % 4;
  __global const float4 *from = (__global const float4 *)(a + rest);
  if (i == 0) {
    for (uint j = 0; j < rest; j++) out[j] = a[j] * (1 + j);
  }
  if (i < n / 4) {
    float4 v = from[i];
    out[rest + 4 * i] = v.x * (1 + rest % 4);
    out[rest + 4 * i + 1] = v.y * (1 + (rest + 1) % 4);
    out[rest + 4 * i + 2] = v.z * (1 + (rest + 2) % 4);
    out[rest + 4 * i + 3] = v.w * (1 + (rest + 3) % 4);
  }
}
