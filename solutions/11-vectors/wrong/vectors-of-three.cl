// expect: wrong-answer
// why: Three elements for each work-item, and a quarter of the array is left.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (3 * i + 2 < n) vstore3(vload3(i, a) * (float3)(1.0f, 2.0f, 3.0f), i, out);
}
