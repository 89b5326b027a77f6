// A barrier that orders global memory alone does not let a copy read what others left in a tile, nor overwrite it.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range(0,1)
// arg: tile local int[4]

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_GLOBAL_MEM_FENCE);
  event_t e = async_work_group_copy(out, tile, 4, 0);  // expect: data-race array=tile other-line=-2
  wait_group_events(1, &e);
  int mine = tile[l];
  barrier(CLK_GLOBAL_MEM_FENCE);
  e = async_work_group_copy(tile, a, 4, 0);  // expect: data-race array=tile other-line=-2
  wait_group_events(1, &e);
  out[l] = mine + tile[l];
}
