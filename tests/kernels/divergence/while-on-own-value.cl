// A loop on the work-item's own value has another count for each.
// launch: global 4 local 4
// arg: x int[4]=(3,1,4,2)

__kernel void test(__global int *x) {
  int l = get_local_id(0);
  while (x[l] > 0) {
    x[l]--;
    barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
  }
}
