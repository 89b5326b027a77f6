// An index counts vectors where the array is of vectors.
// launch: global 5 local 5
// arg: out float4[4]

__kernel void test(__global float4 *out) {
  size_t i = get_global_id(0);
  out[i] = (float4)(1.0f); // expect: out-of-bounds array=out index=4
}
