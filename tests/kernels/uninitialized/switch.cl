// A switch on a value that nobody set.
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  int which;
  int v = 0;
  switch (which) { // expect: uninitialized-read
  case 1: v = 1; break;
  case 2: v = 2; break;
  default: v = 3;
  }
  out[0] = v;
}
