// expect: wrong-answer
// why: The bodies themselves are put into `out`.

__kernel void pull(__global float4 *out, __global const float4 *body, __local float4 *tile,
                   uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[i] = body[i];
}
