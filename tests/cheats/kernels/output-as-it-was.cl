// expect: wrong-answer
// why: Leaves the output as it was.

__kernel void map(__global float *out, __global const float *a) {
  if (get_global_id(0) > 1000000) out[0] = a[0];
}
