// Two floats are two reads, as a vector, as a wider number and through a pointer that may be either.
// launch: global 8 local 4
// arg: a const float[16]=range
// arg: b const float[16]=range
// arg: out float[8]
// expect: clean
// counts: 32 global_reads 48 max_global_reads 6 global_writes 8
__kernel void test(__global const float *a, __global const float *b, __global float *out) {
  size_t i = get_global_id(0);
  __global const float *either = i % 2 == 0 ? a : b;
  float2 first = vload2(i, a);
  ulong second = ((__global const ulong *)a)[i], third = ((__global const ulong *)either)[i];
  out[i] = first.x + first.y + as_float((uint)second) + as_float((uint)(third >> 32));
}
