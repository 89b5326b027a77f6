// Elements of a tile that all have read lose their values to an unset one, and are read again.
// launch: global 8 local 8
// arg: out int[8]
// arg: tile local int[8]

__kernel void test(__global int *out, __local int *tile) {
  const size_t l = get_local_id(0);
  int sum = 0, unset;
  tile[l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < 8; k++) sum += tile[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 7) tile[l] = unset;
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < 8; k++) sum += tile[k];
  out[l] = sum; // expect: uninitialized-read
}
