// An image that the host gave as input is written.
// launch: global 1
// arg: o const float[1]=range
// image: o image1d_t 1 R FLOAT
// emulator-only: images are buffers there
kernel void test(write_only image1d_t o) {
  write_imagef(o, 0, (float4)(1));  // expect: read-only-write array=o
}
