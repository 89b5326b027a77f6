// An unsigned index below zero wraps to 2^32 - 1, far behind the end.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range

__kernel void test(__global int *out, __global const int *a) {
  uint i = get_global_id(0);
  out[i] = a[i - 1]; // expect: out-of-bounds array=a index=4294967295
}
