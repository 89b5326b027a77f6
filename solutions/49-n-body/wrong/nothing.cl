// expect: wrong-answer
// why: Nothing is written.

__kernel void pull(__global float4 *out, __global const float4 *body, __local float4 *tile,
                   uint n) {
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
}
