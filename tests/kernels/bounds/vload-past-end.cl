// vload4 reads four elements, and the last ones may not be there.
// launch: global 2 local 2
// arg: out int[8]
// arg: a const int[7]=range

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  int4 v = vload4(i, a); // expect: out-of-bounds array=a
  vstore4(v, i, out);
}
