// All read the element in the line in which one of them writes it: a barrier is missing.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int t;
  int l = get_local_id(0);
  if (l == 0) t = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = t; if (l == 0) t = x + 1; // expect: data-race array=t cause=no-barrier
  out[l] = x;
}
