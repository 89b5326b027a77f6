// Linear filters weigh the pixels between which a coordinate lies.
// launch: global 1
// arg: i const float[6]=(0,4,8,16,20,24)
// image: i image2d_t 3,2 R FLOAT
// arg: o float[6]
// out: o 4 6 8 0 1 12
// emulator-only: images are buffers there
// expect: clean
constant sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
constant sampler_t border = CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
kernel void test(read_only image2d_t i, global float *o) {
  o[0] = read_imagef(i, edge, (float2)(1.5f, 0.5f)).x;
  o[1] = read_imagef(i, edge, (float2)(2.0f, 0.5f)).x;
  o[2] = read_imagef(i, edge, (float2)(9.0f, -3.0f)).x;
  o[3] = read_imagef(i, border, (float2)(-2.0f, 0.5f)).x;
  o[4] = read_imagef(i, border, (float2)(1.0f, 0.0f)).x;
  o[5] = read_imagef(i, edge, (float2)(1.5f, 1.0f)).x;
}
