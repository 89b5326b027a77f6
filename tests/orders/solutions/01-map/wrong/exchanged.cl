// expect: runtime-error order-dependence
// why: What was there before depends on who came before.
// expect-line: 9
__kernel void map(__global float *out, __global const float *a, __global int *c) {
  __local int last;
  size_t i = get_global_id(0), l = get_local_id(0);
  if (l == 0) last = -1;
  barrier(CLK_LOCAL_MEM_FENCE);
  int before = atomic_xchg(&last, (int)l);
  out[i] = a[i] + (before < (int)l ? 10.0f : 11.0f);
}
