// One breaks out of the loop just before the barrier.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=(1,1,0,1)

__kernel void test(__global int *out, __global const int *a) {
  int l = get_local_id(0);
  out[l] = 0;
  while (true) {
    if (a[l] == 0) break;
    barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
    break;
  }
}
