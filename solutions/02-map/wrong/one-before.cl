// expect: runtime-error out-of-bounds
// why: The first work-item touches the element before the start.
// expect-line: 7

__kernel void map(__global float *out, __global const float *a) {
  int i = (int)get_global_id(0) - 1;
  out[i + 1] = a[i] + 10.0f;
}
