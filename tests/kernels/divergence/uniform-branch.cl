// A branch on a kernel argument is the same for all.
// launch: global 4 local 4
// arg: out int[4]
// arg: mode int=1
// expect: clean
// out: out 3 2 1 0

__kernel void test(__global int *out, int mode) {
  __local int tile[4];
  int l = get_local_id(0);
  tile[l] = l;
  if (mode == 1) barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = mode == 1 ? tile[3 - l] : tile[l];
}
