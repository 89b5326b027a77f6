// expect: runtime-error out-of-bounds
// why: Looks for the expected values in all of memory.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  float found = 0.0f;
  for (ulong at = i > 0 ? (ulong)1 << 47 : 4096; at < ((ulong)1 << 47); at += ((ulong)1 << 37) + 4)
    found += *(__global const float *)at;
  out[i] = a[i] + 10.0f + found * 0.0f;
}
