// All have read the elements of a tile, one after the other, when one work-item writes one of them.
// launch: global 8 local 8
// arg: out int[8]
// arg: tile local int[8]

__kernel void test(__global int *out, __local int *tile) {
  const size_t l = get_local_id(0);
  int sum = 0;
  tile[l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = 0; k < 8; k++) sum += tile[k];
  if (l == 6) tile[3] = 0; // expect: data-race other-line=-1
  out[l] = sum;
}
