// Inner loops of different lengths that add up to the same number of barriers.
// launch: global 2 local 2
// arg: out int[2]

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  out[l] = l;
  for (int j = 0; j < 2; j++)
    for (int k = 0; k < (j == l ? 3 : 1); k++)
      barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
}
