// fma rounds once; a product and a sum round twice.
// launch: global 1 local 1
// arg: out float[2]
// arg: x float=1.00000011920929
// expect: clean
// tolerance: 0
// out: out 1.4210854715202004e-14 0

__kernel void test(__global float *out, float x) {
  float square = 1.0f + 2.0f * 0x1p-23f;
  out[0] = fma(x, x, -square);
  out[1] = fma(x, 1.0f, -x);
}
