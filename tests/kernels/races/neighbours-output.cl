// Reading the neighbour's output races with its write.
// launch: global 4 local 4
// arg: x int[4]=zeros

__kernel void test(__global int *x) {
  size_t i = get_global_id(0);
  x[i] = (int)i + 1;
  if (i > 0) x[i] += x[i - 1]; // expect: data-race cause=neighbour other-line=-1 // may: data-race
}
