// select() is a function: both of its values are read.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range

__kernel void test(__global int *out, __global const int *a) {
  int i = get_global_id(0);
  out[i] = select(0, a[i + 1], i < 3); // expect: out-of-bounds array=a index=4
}
