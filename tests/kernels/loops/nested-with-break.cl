// break and continue in nested loops.
// launch: global 1 local 1
// arg: out int[1]
// expect: clean
// out: out 8

__kernel void test(__global int *out) {
  int sum = 0;
  for (int j = 0; j < 5; j++) {
    if (j == 1) continue;
    for (int k = 0; k < 5; k++) {
      if (k > j) break;
      sum++;
    }
    if (j == 3) break;
  }
  out[0] = sum;
}
