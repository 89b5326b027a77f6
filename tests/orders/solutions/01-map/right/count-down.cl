// why: What the updates leave is the same in every order, and nobody looks before they are done.
__kernel void map(__global float *out, __global const float *a, __global int *c) {
  __local int ten;
  size_t i = get_global_id(0);
  if (get_local_id(0) == 0) ten = 10 + (int)get_local_size(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_dec(&ten);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = a[i] + ten;
}
