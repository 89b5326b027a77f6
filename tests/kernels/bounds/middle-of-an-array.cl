// A pointer to the middle may go back to the start and on to the end, no further.
// launch: global 1 local 1
// arg: out int[2]
// arg: a const int[8]=range

int ends(__global const int *middle) {
  return middle[-4] + middle[3];
}

__kernel void test(__global int *out, __global const int *a) {
  out[0] = ends(a + 4);
  __global const int *middle = a + 4;
  out[1] = middle[4]; // expect: out-of-bounds array=a index=8
}
