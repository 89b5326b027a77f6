// Waiting for a plain volatile flag is a race as well.
// launch: global 4 local 4
// arg: flag int[1]=zeros
// arg: out int[4]
// limits: steps 100000

__kernel void test(__global volatile int *flag, __global int *out) {
  int l = get_local_id(0);
  if (l == 3) *flag = 1; // expect: data-race array=flag other-line=+1
  while (*flag == 0) {   // may: deadlock array=flag
  }
  out[l] = 1;
}
