// A helper that returns early does not end the work-item.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 3 3 3 0

int early(int l) {
  if (l == 3) return 0;
  return 3;
}

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  int v = early(l);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = v;
}
