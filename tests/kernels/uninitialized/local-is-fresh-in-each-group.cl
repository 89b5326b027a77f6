// What the last group left in local memory is nobody's.
// launch: global 8 local 4
// arg: out int[8]

__kernel void test(__global int *out) {
  __local int tile[4];
  size_t l = get_local_id(0);
  if (get_group_id(0) == 0) tile[l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l]; // expect: uninitialized-read array=tile
}
