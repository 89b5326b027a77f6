// A loop whose turns differ diverges where the first work-item leaves it, and at each that follows.
// launch: global 32 local 32
// arg: out int[32]
// expect: clean
// counts: 32 branches 5 divergent_branches 3
__kernel void test(__global int *out) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k <= (int)i / 8; k++) sum += k;
  out[i] = sum;
}
