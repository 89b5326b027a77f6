// A goto out of two scopes with variables is the branch that it stands in, and no other.
// launch: global 32 local 32
// arg: a const int[40]=range
// arg: out int[32]
// expect: clean
// counts: 32 branches 9 divergent_branches 1
__kernel void test(__global const int *a, __global int *out) {
  int i = get_global_id(0), n = 0;
  /* Work-item 0 leaves in its first turn, at the one divergent branch. The others: the outer
   * condition in turns 0, 1 and, false, 2; in each of the first two the inner one twice and the
   * `if` once: 3 + 4 + 2. */
  for (int j = 0; j < 2; j++) {
    int v = a[i + j];
    for (int k = 0; k < 1; k++) {
      int w = a[i + k] + v;
      if (w == 0) goto done;
      n += w;
    }
  }
done:
  out[i] = n;
}
