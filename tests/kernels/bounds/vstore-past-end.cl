// vstore4 writes four elements.
// launch: global 2 local 2
// arg: out int[7]
// arg: a const int[8]=range

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  vstore4(vload4(i, a), i, out); // expect: out-of-bounds array=out
}
