// A comparison with an unset value decides what is stored.
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  __local int limit;
  out[0] = limit > 3 ? 1 : 2; // expect: uninitialized-read array=limit
}
