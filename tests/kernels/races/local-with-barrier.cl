// The same with its barrier.
// launch: global 8 local 4
// arg: out int[8]
// expect: clean
// out: out 1 2 3 0 5 6 7 4

__kernel void test(__global int *out) {
  __local int tile[4];
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  tile[l] = (int)i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[(l + 1) % 4];
}
