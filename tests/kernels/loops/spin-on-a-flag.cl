// Waiting for the flag of another group's work-item: nothing promises that it runs meanwhile.
// launch: global 2 local 1
// arg: flag int[1]=zeros
// arg: out int[2]
// limits: steps 100000

__kernel void test(__global volatile int *flag, __global int *out) {
  size_t i = get_global_id(0);
  if (i == 1) atomic_xchg(flag, 1);
  while (i == 0 && atomic_or(flag, 0) == 0) { // may: deadlock other-line=-1 // may: deadlock warning other-line=-1
  }
  out[i] = 1;
}
