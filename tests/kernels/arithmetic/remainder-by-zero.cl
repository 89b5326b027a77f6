// A remainder of a division by zero.
// launch: global 4 local 4
// arg: output uint out 4
// arg: scalar uint n 0

__kernel void test(__global uint *out, uint n) {
  uint i = get_global_id(0);
  out[i] = i % n; // expect: divide-by-zero
}
