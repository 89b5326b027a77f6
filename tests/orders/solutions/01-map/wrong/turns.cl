// expect: runtime-error deadlock
// why: Each waits for the one before it, which need not run while it waits.
__kernel void map(__global float *out, __global const float *a, __global int *c) {
  __local int turn;
  size_t i = get_global_id(0), l = get_local_id(0);
  if (l == 0) turn = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_or(&turn, 0) != (int)l);
  out[i] = a[i] + 10.0f;
  atomic_inc(&turn);
}
