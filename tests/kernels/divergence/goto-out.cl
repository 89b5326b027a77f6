// goto past the barrier.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  out[l] = l;
  if (l == 1) goto done;
  barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
done:
  out[l] += 1;
}
