// expect: runtime-error read-only-write
// why: Puts the input back, so that comparing shows nothing.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  volatile __global float *w = (volatile __global float *)a;
  float before = a[i];
  w[i] = before + 10.0f;
  out[i] = w[i];
  w[i] = before;
}
