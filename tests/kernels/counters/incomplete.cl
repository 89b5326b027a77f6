// Work-items that an incomplete sub-group lacks diverge from nobody and touch nothing.
// launch: global 40 local 40
// arg: out int[40]
// expect: clean
// counts: 32 branches 2 divergent_branches 0 global_accesses 2 global_transactions 5 ideal_transactions 5
__kernel void test(__global int *out) {
  size_t i = get_global_id(0);
  if (i < 100) out[i] = 1;
}
