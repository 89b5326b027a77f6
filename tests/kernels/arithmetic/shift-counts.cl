// A shift count is taken modulo the number's width, as OpenCL C says.
// launch: global 1 local 1
// arg: output uint out 3
// arg: scalar uint k 33
// expect: clean
// out: out 2 1 2

__kernel void test(__global uint *out, uint k) {
  out[0] = 1u << k;
  out[1] = 2u >> k;
  uint2 v = (uint2)(1u, 1u) << (uint2)(k, k);
  out[2] = v.y;
}
