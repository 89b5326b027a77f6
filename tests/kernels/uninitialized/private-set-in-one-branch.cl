// Set in one branch only, and used by those who did not take it.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  int v;
  if (i < 3) v = i;
  out[i] = v; // expect: uninitialized-read
}
