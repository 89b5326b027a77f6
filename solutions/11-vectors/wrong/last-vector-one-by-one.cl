// expect: over-budget
// why: Right, but the last vector is done one by one where the array ends with it: the test asks for an element more than it has.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (4 * i + 4 < n)
    vstore4(vload4(i, a) * (float4)(1.0f, 2.0f, 3.0f, 4.0f), i, out);
  else
    for (size_t j = 4 * i; j < n; j++) out[j] = a[j] * (1 + j % 4);
}
