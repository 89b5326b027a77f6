// expect: runtime-error
// why: Ends its process.

__kernel void map(__global float *out, __global const float *a) {
  if (get_global_size(0) > 8) __builtin_trap();
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
