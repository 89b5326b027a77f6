// Another group's tile is another tile, though both run one after the other.
// launch: global 16 local 4
// arg: out int[16]
// expect: clean

__kernel void test(__global int *out) {
  __local int tile[4];
  size_t l = get_local_id(0);
  tile[3 - l] = (int)get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l];
}
