// expect: runtime-error out-of-bounds
// why: The global size counts work-items, not elements; it guards against nothing.
// expect-line: 7

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i < get_global_size(0)) out[i] = a[i] + 10.0f;
}
