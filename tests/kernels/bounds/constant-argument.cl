// A __constant parameter is a buffer with an end.
// launch: global 4 local 4
// arg: out int[4]
// arg: c const int[3]=range

__kernel void test(__global int *out, __constant int *c) {
  size_t i = get_global_id(0);
  out[i] = c[i]; // expect: out-of-bounds array=c index=3
}
