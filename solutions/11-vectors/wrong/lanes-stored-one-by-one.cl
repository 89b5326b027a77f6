// expect: over-budget
// why: Right, and read as a vector, but written lane by lane.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (4 * i + 3 < n) {
    float4 v = vload4(i, a);
    out[4 * i] = v.x;
    out[4 * i + 1] = 2.0f * v.y;
    out[4 * i + 2] = 3.0f * v.z;
    out[4 * i + 3] = 4.0f * v.w;
  } else {
    for (size_t j = 4 * i; j < n; j++) out[j] = a[j] * (1 + j % 4);
  }
}
