// expect: wrong-answer
// why: The tail is copied; its elements have factors, too.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float4 factors = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  if (4 * i + 3 < n)
    vstore4(vload4(i, a) * factors, i, out);
  else
    for (size_t j = 4 * i; j < n; j++) out[j] = a[j];
}
