// The loop begins after the barrier and has none: there is no round that one would stand before.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int t[4];
  int l = get_local_id(0), sum = 0;
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int r = 1; r < 3; r++) {
    sum += t[(l + r) % 4]; // expect: data-race array=t cause=no-barrier other-line=+1
    t[l] = r;              // may: data-race array=t cause=no-barrier other-line=-1
  }
  out[l] = sum;
}
