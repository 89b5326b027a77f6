// += on an output that starts with rubbish.
// launch: global 4 local 4
// arg: output int out 4
// arg: input int a 4

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  out[i] += a[i]; // expect: uninitialized-read array=out index=0
}
