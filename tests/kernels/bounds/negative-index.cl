// A negative index is named with its sign.
// launch: global 4 local 4
// arg: output int out 4
// arg: input int a 4

__kernel void test(__global int *out, __global const int *a) {
  int i = get_global_id(0);
  out[i] = a[i - 1]; // expect: out-of-bounds array=a index=-1
}
