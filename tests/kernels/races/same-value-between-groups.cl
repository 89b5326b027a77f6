// All groups write the same value: a warning, too.
// launch: global 4 local 2
// arg: out int[1]
// out: out 3

__kernel void test(__global int *out) {
  out[0] = 3; // expect: data-race cause=same-index warning array=out
}
