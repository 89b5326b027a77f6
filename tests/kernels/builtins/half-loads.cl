// vload_half and vstore_half convert between 16 and 32 bits.
// launch: global 1 local 1
// arg: out float[4]
// arg: a const ushort[4]=(15360,16384,49152,13653)
// arg: back ushort[2]
// tolerance: 1e-6
// expect: clean
// out: out 1 2 -2 0.333251953125
// out: back 15360 13653

__kernel void test(__global float *out, __global const ushort *a, __global ushort *back) {
  __global const half *h = (__global const half *)a;
  for (size_t j = 0; j < 4; j++) out[j] = vload_half(j, h);
  vstore_half(1.0f, 0, (__global half *)back);
  vstore_half(0.33333334f, 1, (__global half *)back);
}
