// A pixel that is made of a variable without a value.
// launch: global 1
// arg: o float[1]
// image: o image1d_t 1 R FLOAT
// emulator-only: images are buffers there
kernel void test(write_only image1d_t o) {
  float4 pixel;
  write_imagef(o, 0, pixel);  // expect: uninitialized-read
}
