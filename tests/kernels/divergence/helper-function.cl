// A barrier in a helper that all call together.
// launch: global 4 local 4
// arg: out int[4]
// arg: tile local int[4]
// expect: clean
// out: out 3 2 1 0

int exchange(__local int *tile, int l, int value) {
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  return tile[3 - l];
}

__kernel void test(__global int *out, __local int *tile) {
  int l = get_local_id(0);
  out[l] = exchange(tile, l, l);
}
