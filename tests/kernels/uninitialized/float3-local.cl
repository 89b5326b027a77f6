// float3 in local memory and back.
// launch: global 4 local 4
// arg: out float3[4]
// arg: a const float3[4]=range
// expect: clean

__kernel void test(__global float3 *out, __global const float3 *a) {
  __local float3 tile[4];
  size_t l = get_local_id(0);
  tile[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[3 - l];
}
