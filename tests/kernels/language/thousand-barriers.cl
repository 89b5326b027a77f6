// A thousand barriers in a row.
// launch: global 8 local 8
// arg: out int[8]
// expect: clean
// out: out 7 7 7 7 7 7 7 7

__kernel void test(__global int *out) {
  __local int token;
  int l = get_local_id(0);
  if (l == 0) token = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = 0; j < 1000; j++) {
    if (l == j % 8) token = l;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = token;
}
