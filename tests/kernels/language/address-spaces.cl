// A local pointer is not a global one.

__kernel void test(__global int *out, __local int *tile) {
  __global int *p = tile; // expect: compile-error
  out[0] = p[0];
}
