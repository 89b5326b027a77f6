// A sampler comes from the host, and both go through helper functions.
// launch: global 1
// arg: i const float4[2]=range
// image: i image2d_t 2,1 RGBA FLOAT
// arg: s uint=34
// arg: o float4[1]
// out: o 2 3 4 5
// emulator-only: images are buffers there
// expect: clean
float4 middle(read_only image2d_t image, sampler_t how) {
  return read_imagef(image, how, (float2)(1.0f, 0.5f));
}
kernel void test(read_only image2d_t i, sampler_t s, global float4 *o) { o[0] = middle(i, s); }
