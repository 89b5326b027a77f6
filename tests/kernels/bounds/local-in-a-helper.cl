// A __local array handed to a helper.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 3 2 1 0

void reverse(__local int *values, int n) {
  int l = get_local_id(0);
  int mine = values[n - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  values[l] = mine;
}

__kernel void test(__global int *out) {
  __local int tile[4];
  int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  reverse(tile, 4);
  out[l] = tile[l];
}
