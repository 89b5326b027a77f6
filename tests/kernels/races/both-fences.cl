// Both flags together order both.
// launch: global 4 local 4
// arg: x int[4]=zeros
// arg: out int[4]
// expect: clean
// out: out 3 5 7 1

__kernel void test(__global int *x, __global int *out) {
  __local int tile[4];
  size_t l = get_local_id(0), next = (l + 1) % 4;
  tile[l] = (int)l;
  x[l] = (int)l + 1;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[l] = tile[next] + x[next];
}
