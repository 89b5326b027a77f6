// expect: runtime-error order-dependence
// why: Atomics are taken for a barrier: the left neighbour need not have been there.
// expect-line: 10
__kernel void map(__global float *out, __global const float *a, __global int *c) {
  __local int tile[64];
  size_t i = get_global_id(0), l = get_local_id(0), left = l > 0 ? l - 1 : 0;
  tile[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_xchg(&tile[l], 10);
  int ten = atomic_or(&tile[left], 0);
  out[i] = a[i] + ten;
}
