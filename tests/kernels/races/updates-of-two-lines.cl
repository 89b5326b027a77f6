// One work-item changes what others have changed before: between the lines a barrier is missing.
// launch: global 2 local 2
// arg: out int[2]

__kernel void test(__global int *out) {
  __local int t[2];
  int l = get_local_id(0);
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l] += 1;             // may: data-race array=t cause=no-barrier other-line=+1
  if (l == 1) t[0] *= 2; // expect: data-race array=t cause=no-barrier other-line=-1
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[l];
}
