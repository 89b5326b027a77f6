// expect: runtime-error out-of-bounds
// why: The id is put together from bits, which is right only where the group's size is a power of two.
// expect-line: 9

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  size_t bits = get_local_size(0) - 1;

  out[i] = a[(i & ~bits) | get_local_id(0)] + 10.0f;
}
