// An id and a count with a sign: right for as many elements as an int counts.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  int i = get_global_id(0);

  if (i < (int)n) {
    out[i] = a[i] + 10.0f;
  }
}
