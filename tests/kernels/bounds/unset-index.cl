// An index that nobody set is one mistake, wherever it points.
// launch: global 1 local 1
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int where[2];
  out[0] = out[1] = out[2] = out[3] = 0;
  int k = where[1];  // expect: uninitialized-read array=where index=1
  out[k] = 2;
}
