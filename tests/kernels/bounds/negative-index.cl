// A negative index is named with its sign.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range

__kernel void test(__global int *out, __global const int *a) {
  int i = get_global_id(0);
  out[i] = a[i - 1]; // expect: out-of-bounds array=a index=-1
}
