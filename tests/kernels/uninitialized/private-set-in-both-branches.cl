// Set in either branch: always set.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 0 1 -2 -3

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  int v;
  if (i < 2)
    v = i;
  else
    v = -i;
  out[i] = v;
}
