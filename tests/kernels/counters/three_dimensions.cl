// Sub-groups go by linear local ids: the first dimension runs fastest.
// launch: global 8,4,4 local 4,4,4
// arg: out int[128]
// expect: clean
// counts: 32 branches 4 divergent_branches 2 global_accesses 6 global_transactions 40 ideal_transactions 20
__kernel void test(__global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[(z * 4 + y) * 8 + x] = 0;
  if (get_local_id(2) < 1) out[(z * 4 + y) * 8 + x] = 1;
}
