// Rows behind a pointer to arrays end as well.
// launch: global 2 local 2
// arg: out int[2]
// arg: a const int[8]=range

__kernel void test(__global int *out, __global const int (*a)[4]) {
  size_t i = get_global_id(0);
  out[i] = a[i][i * 4]; // expect: out-of-bounds array=a index=4
}
