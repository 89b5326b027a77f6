// expect: runtime-error uninitialized-read
// why: Hopes for the values of an earlier run in its output.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  float before = out[i];
  out[i] = before == a[i] + 10.0f ? before : 0.0f;
}
