// An int that begins inside a char array and ends outside of it.
// launch: global 1 local 1
// arg: out int[1]
// arg: a const char[6]=range

__kernel void test(__global int *out, __global const char *a) {
  __global const int *words = (__global const int *)a;
  out[0] = words[1]; // expect: out-of-bounds array=a
}
