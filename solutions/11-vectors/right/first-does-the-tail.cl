// Any work-item may do the tail; here it is the first one, after its own vector.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  uint whole = n & ~3u;
  if (4 * i < whole) vstore4(vload4(i, a) * (float4)(1.0f, 2.0f, 3.0f, 4.0f), i, out);
  if (i == 0) {
    for (uint j = whole; j < n; j++) out[j] = a[j] * (1 + j - whole);
  }
}
