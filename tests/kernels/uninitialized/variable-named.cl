// The finding about a variable names it and the line of its declaration.
// launch: global 1 local 1
// arg: out int[2]
// arg: n int=3

__kernel void test(__global int *out, int n) {
  float average;
  int sum;
  for (int k = 0; k < n; k++)
    sum += k;
  out[0] = sum;                     // expect: uninitialized-read array=sum
  if (average > 1.0f) out[1] = 2;   // expect: uninitialized-read array=average
}
