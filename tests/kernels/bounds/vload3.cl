// vload3 reads three elements of three, not four.
// launch: global 2 local 2
// arg: out float[6]
// arg: a const float[6]=range
// expect: clean
// out: out 0 1 2 3 4 5

__kernel void test(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  vstore3(vload3(i, a), i, out);
}
