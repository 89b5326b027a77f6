// expect: wrong-answer
// why: Sixteen bits do not hold a count of more than 65535, so the guard lets too few through.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  ushort count = n;

  if (i < count) {
    out[i] = a[i] + 10.0f;
  }
}
