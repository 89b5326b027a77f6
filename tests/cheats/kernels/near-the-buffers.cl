// expect: runtime-error out-of-bounds
// why: Reads what lies around its own buffers.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  float found = 0.0f;
  for (long k = i > 0 ? 5000 : -5000; k < 5000; k++) found += a[k];
  out[i] = a[i] + 10.0f + found * 0.0f;
}
