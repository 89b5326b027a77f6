// One lane of a vector shift is too wide.
// launch: global 2 local 2
// arg: out uint[2]
// arg: by const uint[4]=(1,2,3,32)

__kernel void test(__global uint *out, __global const uint *by) {
  size_t i = get_global_id(0);
  uint2 v = (uint2)(8u, 16u) >> vload2(i, by); // expect: shift-too-wide warning
  v = v << 3u;
  out[i] = v.x + v.y;
}
