// expect: runtime-error data-race
// why: The tile is updated while neighbours still read it.
// expect-line: 11

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  tile[l] = i < n ? a[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l > 0) tile[l] -= tile[l - 1];
  if (i < n) out[i] = tile[l];
}
