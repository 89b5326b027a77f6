// Returning after the last barrier is fine, one by one.
// launch: global 4 local 4
// arg: out int[4]=zeros
// expect: clean
// out: out 0 1 0 3

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l % 2 == 0) return;
  out[l] = l;
}
