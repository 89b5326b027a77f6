// expect: runtime-error read-only-write
// why: Makes the input fit the output.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  ((__global float *)a)[i] = -10.0f;
  out[i] = 0.0f;
}
