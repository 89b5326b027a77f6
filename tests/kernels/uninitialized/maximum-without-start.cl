// A maximum that starts from nothing decides a branch by it.
// launch: global 1 local 1
// arg: out int[1]
// arg: a const int[4]=range

__kernel void test(__global int *out, __global const int *a) {
  int best;
  for (int j = 0; j < 4; j++)
    if (a[j] > best) best = a[j]; // expect: uninitialized-read
  out[0] = 1;
}
