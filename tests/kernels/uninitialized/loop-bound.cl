// A loop's bound that nobody set.
// launch: global 1 local 1
// arg: out int[1]
// arg: n local int[1]

__kernel void test(__global int *out, __local int *n) {
  int count = 0;
  for (int j = 0; j < *n && j < 10; j++) // expect: uninitialized-read array=n
    count++;
  out[0] = count;
}
