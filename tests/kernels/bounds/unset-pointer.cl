// Following a pointer that nobody set is one mistake.
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  __global int *p;
  *p = 1; // expect: uninitialized-read
  out[0] = 2;
}
