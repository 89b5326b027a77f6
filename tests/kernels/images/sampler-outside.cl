// With CLK_ADDRESS_NONE a pixel outside is a mistake, with the other modes none.
// launch: global 4
// arg: i const float[4]=(10,20,30,40)
// image: i image1d_t 4 R FLOAT
// arg: o float[4]
// out: o 40 40 60 70
// emulator-only: images are buffers there
constant sampler_t none = CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
constant sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t clamped = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void test(read_only image1d_t i, global float *o) {
  int x = get_global_id(0);
  float a = read_imagef(i, none, x + 1).x;  // expect: out-of-bounds array=i
  o[x] = read_imagef(i, edge, x + 1).x + read_imagef(i, clamped, x - 1).x + (a > 1000 ? 1 : 0);
  if (x == 0) o[x] += 20;
}
