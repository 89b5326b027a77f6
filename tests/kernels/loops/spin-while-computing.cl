// A loop that waits and computes meanwhile, by functions and loops of its own.
// launch: global 2 local 1
// arg: flag int[2]=zeros
// arg: out float[2]
// limits: steps 100000

__kernel void test(__global volatile int *flag, __global float *out) {
  int i = get_global_id(0);
  float x = 1;
  while (i == 0 && atomic_or(&flag[1], 0) == 0) { // may: deadlock array=flag index=1 other-line=+4 // may: deadlock warning array=flag
    for (int k = 0; k < 8; k++) x = sin(x + k);
    out[0] = x;
  }
  if (i == 1) atomic_xchg(&flag[1], 1);
  out[i] = x;
}
