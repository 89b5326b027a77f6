// Work-items of a sub-group that go two ways diverge; whole sub-groups that differ do not.
// launch: global 128 local 64
// arg: out int[128]
// expect: clean
// counts: 32 branches 8 divergent_branches 4
// counts: 1 branches 256 divergent_branches 0
// counts: 64 branches 4 divergent_branches 4
__kernel void test(__global int *out) {
  size_t i = get_global_id(0);
  if (i % 2 == 0)
    out[i] = 1;
  else
    out[i] = 2;
  if (get_local_id(0) < 32) out[i] += 2;
}
