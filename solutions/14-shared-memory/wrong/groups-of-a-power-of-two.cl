// expect: runtime-error data-race
// why: The place in the tile is cut out of the global id's bits, right only where the group's size is a power of two.
// expect-line: 12

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = i & (get_local_size(0) - 1);
  float own = i < n ? a[i] : 0.0f;

  if (i < n) {
    tile[l] = own;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    out[i] = own - (l > 0 ? tile[l - 1] : 0.0f);
  }
}
