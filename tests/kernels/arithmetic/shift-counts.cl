// A shift count is taken modulo the number's width, as OpenCL C says, with a warning.
// launch: global 1 local 1
// arg: out uint[3]
// arg: k uint=33
// out: out 2 1 2

__kernel void test(__global uint *out, uint k) {
  out[0] = 1u << k; // expect: shift-too-wide warning
  out[1] = 2u >> k; // expect: shift-too-wide warning
  uint2 v = (uint2)(1u, 1u) << (uint2)(k, k); // expect: shift-too-wide warning
  out[2] = v.y;
}
