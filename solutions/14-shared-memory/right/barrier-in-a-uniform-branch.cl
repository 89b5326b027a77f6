// A branch that the whole group takes together may hold a barrier.

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  bool inside = i < n;
  if (inside) tile[l] = a[i];
  if (get_group_id(0) * get_local_size(0) < n) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (inside) out[i] = l > 0 ? tile[l] - tile[l - 1] : tile[l];
  }
}
