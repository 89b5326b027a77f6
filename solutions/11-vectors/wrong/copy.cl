// expect: wrong-answer
// why: A copy; nothing is multiplied.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (4 * i + 3 < n)
    vstore4(vload4(i, a), i, out);
  else
    for (size_t j = 4 * i; j < n; j++) out[j] = a[j];
}
