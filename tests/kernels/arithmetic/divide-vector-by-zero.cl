// One lane of a vector's division.
// launch: global 1 local 1
// arg: out int4[1]

__kernel void test(__global int4 *out) {
  int zero = (int)get_global_id(0);
  int4 by = (int4)(1, 2, zero, 4);
  out[0] = (int4)(8) / by; // expect: divide-by-zero
}
