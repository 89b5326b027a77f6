// A __local parameter is as long as the launch says.
// launch: global 8 local 4
// arg: out int[8]
// arg: tile local int[4]

__kernel void test(__global int *out, __local int *tile) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  tile[l] = (int)i;
  if (l == 3) tile[l + 1] = 0; // expect: out-of-bounds array=tile index=4
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[l];
}
