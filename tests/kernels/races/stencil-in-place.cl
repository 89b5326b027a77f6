// A stencil that writes over its input.
// launch: global 8 local 8
// arg: x int[8]=range

__kernel void test(__global int *x) {
  int i = get_global_id(0);
  int left = i > 0 ? x[i - 1] : 0; // expect: data-race cause=neighbour other-line=+2
  int right = i < 7 ? x[i + 1] : 0; // expect: data-race cause=neighbour other-line=+1
  x[i] = left + right;
}
