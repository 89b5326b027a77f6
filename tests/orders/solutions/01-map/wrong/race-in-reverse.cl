// expect: runtime-error data-race
// why: In one order only, the first to come is not the one who owns the element.
__kernel void map(__global float *out, __global const float *a, __global int *c) {
  __local int next;
  size_t i = get_global_id(0);
  if (get_local_id(0) == 0) next = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int q = atomic_inc(&next);
  out[i] = a[i] + 10.0f;
  if (q != (int)get_local_id(0)) out[i - get_local_id(0)] = a[i - get_local_id(0)] + 10.0f;
}
