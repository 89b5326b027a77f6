// expect: runtime-error out-of-bounds
// why: A tile of its own with 64 elements is too short for larger groups.
// expect-line: 11

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  __local float own[64];
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);

  own[l] = i < n ? a[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    out[i] = own[l] - (l > 0 ? own[l - 1] : 0.0f);
  }
}
