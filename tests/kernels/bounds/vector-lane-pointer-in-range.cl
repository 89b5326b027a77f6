// The same within the vector.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 1 2 3 4

__kernel void test(__global int *out) {
  int4 v = (int4)(1, 2, 3, 4);
  int *lanes = (int *)&v;
  int i = get_global_id(0);
  out[i] = lanes[i];
}
