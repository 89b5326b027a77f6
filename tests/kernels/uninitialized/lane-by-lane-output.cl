// An output's vectors are set lane by lane, swizzled and one after the other.
// launch: global 2 local 2
// arg: out float4[2]
// arg: pairs float2[2]
// arg: threes float3[2]
// expect: clean
// out: out 4 2 3 1 4 2 3 1
// out: pairs 1 2 1 2
// out: threes 1 2 3 1 2 3

__kernel void test(__global float4 *out, __global float2 *pairs, __global float3 *threes) {
  size_t i = get_global_id(0);
  __local float4 tile[2];
  tile[i].wx = (float2)(1, 4);
  tile[i].zy = (float2)(3, 2);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i].x = tile[1 - i].x;
  out[i].yw = tile[1 - i].yw;
  out[i].z = 2;
  out[i].z += 1;
  pairs[i].x = 1;
  pairs[i].y = 2;
  threes[i].x = 1;
  threes[i].yz = (float2)(2, 3);
}
