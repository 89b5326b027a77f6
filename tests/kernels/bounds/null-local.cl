// Null pointers of one's own, of each kind of memory.
// launch: global 1 local 1
// arg: out int[4]

__kernel void test(__global int *out) {
  __global int *g = 0;
  __local int *l = 0;
  __constant int *c = 0;
  __private int *p = 0;
  out[0] = g[1]; // expect: null-pointer
  out[1] = l[2]; // expect: null-pointer
  out[2] = *c;   // expect: null-pointer
  *p = 1;        // expect: null-pointer
  out[3] = 0;
}
