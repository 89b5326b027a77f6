// expect: runtime-error out-of-bounds
// why: Fails, in a way of its own choice, only where a hidden input has some property.

__kernel void map(__global float *out, __global const float *a) {
  if (get_global_size(0) == 13) out[(size_t)(a[0] * a[0]) + 100000] = 0.0f;
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
