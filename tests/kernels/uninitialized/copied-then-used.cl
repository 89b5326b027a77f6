// A copy of it is as unset as the original.
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  __local int first, second;
  second = first;     // expect: uninitialized-read array=first
  int v = second + 1;
  out[0] = v;
}
