// What is left is a vector of two, or one element, or both.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  int first = 4 * get_global_id(0), end = n;
  int left = clamp(end - first, 0, 4);
  __global float *to = out + first;
  __global const float *from = a + first;
  if (left == 4) vstore4(vload4(0, from) * (float4)(1.0f, 2.0f, 3.0f, 4.0f), 0, to);
  if (left & 2) vstore2(vload2(0, from) * (float2)(1.0f, 2.0f), 0, to);
  if (left & 1) to[left - 1] = from[left - 1] * left;
}
