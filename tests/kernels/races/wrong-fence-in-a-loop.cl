// The flag names the other memory in every turn.
// launch: global 4 local 4
// arg: a int[4]=zeros
// arg: out int[4]

__kernel void test(__global int *a, __global int *out) {
  int l = get_local_id(0), sum = 0;
  for (int turn = 0; turn < 2; turn++) {
    a[l] = turn; // expect: data-race cause=fence array=a other-line=+2
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += a[3 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = sum;
}
