// A loop that ends when all agree has the same count for all.
// launch: global 4 local 4
// arg: x int[4]=(3,1,4,2)
// arg: changed local int[1]
// expect: clean
// out: x 0 0 0 0

__kernel void test(__global int *x, __local int *changed) {
  int l = get_local_id(0);
  for (int more = 1; more;) {
    if (l == 0) *changed = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x[l] > 0) {
      x[l]--;
      atomic_or(changed, 1);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    more = *changed;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
