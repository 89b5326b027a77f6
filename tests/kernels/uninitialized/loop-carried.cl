// A value carried around a loop, set in the first turn.
// launch: global 1 local 1
// arg: out int[1]
// expect: clean
// out: out 3

__kernel void test(__global int *out) {
  int last;
  for (int j = 0; j < 4; j++) {
    if (j > 0 && last != j - 1) out[0] = -1;
    last = j;
  }
  out[0] = last;
}
