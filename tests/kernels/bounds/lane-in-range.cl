// A vector's lane picked by a variable.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 5 6 7 8

__kernel void test(__global int *out) {
  size_t i = get_global_id(0);
  int4 v = (int4)(5, 6, 7, 8);
  int lanes[4];
  vstore4(v, 0, lanes);
  out[i] = lanes[i];
}
