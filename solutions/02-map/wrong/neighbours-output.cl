// expect: runtime-error data-race
// why: It takes the sum from the neighbour's output, which may not be written yet.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  if (i == 0)
    out[i] = a[i] + 10.0f;
  else
    out[i] = out[i - 1] + (a[i] - a[i - 1]);
}
