// expect: compile-error
// why: The variable is called i, not idx.
// expect-line: 7

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  out[idx] = a[idx] + 10.0f;
}
