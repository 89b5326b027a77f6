// Set and used under the same condition, in two ifs.
// launch: global 4 local 4
// arg: out int[4]=zeros
// expect: clean
// out: out 5 5 0 0

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  int v;
  if (i < 2) v = 5;
  if (i < 2) out[i] = v;
}
