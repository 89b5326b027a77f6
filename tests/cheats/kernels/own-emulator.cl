// expect: runtime-error data-race
// why: Brings its own ids and checks.

size_t get_global_id(uint d) { return d; }
__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
