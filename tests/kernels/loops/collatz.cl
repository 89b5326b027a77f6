// Loops of very different lengths side by side.
// launch: global 8 local 8
// arg: out int[8]
// expect: clean
// out: out 0 1 7 2 5 8 16 3

__kernel void test(__global int *out) {
  int i = get_global_id(0), steps = 0;
  for (uint n = (uint)i + 1; n != 1; steps++) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  out[i] = steps;
}
