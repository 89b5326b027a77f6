// Multiplying by zero does not make an unset value a set one.
// todo: inlining folds the product before it is followed
// launch: global 1 local 1
// arg: output int out 1

__kernel void test(__global int *out) {
  __local int tile[1];
  out[0] = tile[0] * 0; // expect: uninitialized-read array=tile
}
