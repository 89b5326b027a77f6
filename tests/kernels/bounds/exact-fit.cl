// Every element of arrays that fit exactly may be touched.
// launch: global 8 local 4
// arg: out int[8]
// arg: a const int[8]=range
// expect: clean
// out: out 7 6 5 4 3 2 1 0

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  out[7 - i] = a[i];
}
