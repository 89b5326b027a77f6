// An unset private that only a few work-items ever use.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  int best;
  for (int j = 0; j < i; j++) best = j;
  out[i] = best; // expect: uninitialized-read
}
