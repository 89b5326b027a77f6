// += on an output that starts with garbage.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  out[i] += a[i]; // expect: uninitialized-read array=out index=0
}
