// expect: runtime-error out-of-bounds
// why: A tile has as many elements as the group, not as the whole array.
// expect-line: 9

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) tile[i] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = l > 0 ? tile[i] - tile[i - 1] : tile[i];
}
