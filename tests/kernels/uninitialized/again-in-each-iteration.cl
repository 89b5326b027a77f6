// A variable of a loop's body starts anew in each iteration.
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  int sum = 0;
  for (int j = 0; j < 2; j++) {
    int own[2];
    if (j == 0) own[0] = 1;
    sum += own[j & 0]; // expect: uninitialized-read array=own
  }
  out[0] = sum;
}
