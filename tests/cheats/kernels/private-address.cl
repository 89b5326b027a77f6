// expect: runtime-error out-of-bounds
// why: Makes a pointer to the stack from a number.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  int x = 1;
  __private int *p = (__private int *)(((ulong)&x & ~(ulong)0xfff) - 256);
  out[i] = a[i] + 10.0f + (float)(*p) * 0.0f;
}
