// The barrier at the end of the loop is missing: the next turn overwrites what others still read.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int tile[4];
  int l = get_local_id(0), sum = 0;
  for (int turn = 0; turn < 3; turn++) {
    tile[l] = turn * 4 + l; // expect: data-race cause=next-round array=tile other-line=+2
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[3 - l];
  }
  out[l] = sum;
}
