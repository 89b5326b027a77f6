// A remainder of a division by zero.
// launch: global 4 local 4
// arg: out uint[4]
// arg: n uint=0

__kernel void test(__global uint *out, uint n) {
  uint i = get_global_id(0);
  out[i] = i % n; // expect: divide-by-zero
}
