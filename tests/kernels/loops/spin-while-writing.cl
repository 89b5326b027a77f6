// Waiting goes on where the loop writes beside what it waits for, always the same, or counts there.
// launch: global 4 local 2
// arg: flags int[4]=zeros
// arg: out int[4]
// limits: steps 100000

__kernel void test(__global volatile int *flags, __global int *out) {
  int i = get_global_id(0);
  if (i == 3) atomic_xchg(&flags[3], 1);
  while (i == 0 && atomic_or(&flags[3], 0) == 0) { // may: deadlock array=flags index=3 other-line=-1 // may: deadlock warning array=flags
    atomic_xchg(&flags[0], 1);
    atomic_inc(&flags[1]);
    out[0] = flags[2];
  }
  out[i] = i;
}
