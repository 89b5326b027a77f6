// The last float3 of three times n floats: as an object it has four elements, with vload3 three.
// launch: global 2 local 2
// arg: out float[6]
// arg: a const float[7]=range

__kernel void test(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  float3 good = vload3(i, a);
  float3 bad = ((__global const float3 *)a)[i]; // may: uninitialized-read
  vstore3(good + bad, i, out);
}
