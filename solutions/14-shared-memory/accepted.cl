// Load, wait, use: every work-item brings one element, and
// the barrier says that all are there.

__kernel void differences(
    __global float *out,
    __global const float *a,
    __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);

  if (i < n) {
    tile[l] = a[i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    float before = l > 0 ? tile[l - 1] : 0.0f;
    out[i] = tile[l] - before;
  }
}
