// A __constant parameter is a buffer with an end.
// launch: global 4 local 4
// arg: output int out 4
// arg: input int c 3

__kernel void test(__global int *out, __constant int *c) {
  size_t i = get_global_id(0);
  out[i] = c[i]; // expect: out-of-bounds array=c index=3
}
