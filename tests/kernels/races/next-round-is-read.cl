// What the round has written is read in the next one, past one barrier only.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int t[4];
  int l = get_local_id(0);
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 4; step *= 2) {
    int left = l >= step ? t[l - step] : 0; // may: data-race array=t cause=next-round other-line=+2
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] += left; // expect: data-race array=t cause=next-round other-line=-2
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[l];
}
