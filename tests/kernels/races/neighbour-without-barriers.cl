// Each work-item reads the element that its neighbour writes, in a kernel without barriers.
// launch: global 4 local 4
// arg: x int[4]=range

__kernel void test(__global int *x) {
  int i = get_global_id(0);
  if (i > 0) x[i] = x[i - 1] + 1; // expect: data-race array=x cause=neighbour
}
