// ?: with an unset side that is not chosen.
// launch: global 2 local 2
// arg: out int[2]
// expect: clean
// out: out 3 3

__kernel void test(__global int *out) {
  int unset;
  int i = get_global_id(0);
  int v = i >= 0 ? 3 : unset;
  out[i] = v;
}
