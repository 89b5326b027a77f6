// Multiplying by a number that happens to be zero does not make an unset value a set one.
// launch: global 1 local 1
// arg: out int[1]
// arg: k int=0

__kernel void test(__global int *out, int k) {
  __local int tile[1];
  out[0] = tile[0] * k; // expect: uninitialized-read array=tile
}
