// A variable that a loop sets, or never does.
// launch: global 1 local 1
// arg: out int[2]
__kernel void test(__global int *out) {
  int best;
  for (int i = 0; i < 3; i++) if (i == 5) best = i;
  out[0] = best; // expect: uninitialized-read
  int ok;
  for (int i = 0; i < 3; i++) if (i == 2) ok = i;
  out[1] = ok;
}
