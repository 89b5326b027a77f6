// expect: wrong-answer
// why: Wrong in whatever order: the first to come gets 10, the second 11.
__kernel void map(__global float *out, __global const float *a, __global int *c) {
  __local int next;
  if (get_local_id(0) == 0) next = 10;
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t i = get_global_id(0);
  out[i] = a[i] + atomic_inc(&next);
}
