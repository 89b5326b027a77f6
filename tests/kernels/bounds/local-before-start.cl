// Reading before a __local array's start is reported likewise.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int tile[4];
  int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[l - 1]; // expect: out-of-bounds array=tile index=-1
}
