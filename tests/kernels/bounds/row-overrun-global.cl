// Rows behind a pointer to arrays end as well.
// launch: global 2 local 2
// arg: output int out 2
// arg: input int a 8

__kernel void test(__global int *out, __global const int (*a)[4]) {
  size_t i = get_global_id(0);
  out[i] = a[i][i * 4]; // expect: out-of-bounds array=a index=4
}
