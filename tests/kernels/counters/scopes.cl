// Leaving a scope that has variables, by break, continue or return, is no branch beside the `if` itself.
// launch: global 32 local 32
// arg: a const int[35]=range
// arg: out int[32]
// expect: clean
// counts: 32 branches 19 divergent_branches 8
// counts: 1 branches 592 divergent_branches 0
__kernel void test(__global const int *a, __global int *out) {
  int i = get_global_id(0), n = 0;
  /* Of the work-items, 5 - j leaves in turn j. The condition: turns 0 to 4, where all of those
   * that are left end: 5. The `if`: 4, each divergent. One by one: 28 work-items go through
   * 5 + 4, those that leave in turn j through j + 1 + j + 1: 28 * 9 + 2 + 4 + 6 + 8 = 272. */
  for (int j = 0; j < 4; j++) {
    int v = a[i + j];
    if (v == 5) break;
    n += v;
  }
  /* Nobody leaves: 5 and 4, each `if` divergent, as 6 - j goes on; 32 * 9 = 288 one by one. */
  for (int j = 0; j < 4; j++) {
    int v = a[i + j];
    if (v == 6) continue;
    out[i] = n + v;
  }
  {
    int v = a[i];
    if (v >= 32) return; /* 1: nobody does; 32 one by one */
    n += v;
  }
  out[i] = n;
}
